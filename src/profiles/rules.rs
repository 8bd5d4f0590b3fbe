//! Rules files: the types are the games' own; here they are checked.

use super::{Checked, Problem};
use crate::games::roulette::Rules;

impl Checked for Rules {
    fn check(&self) -> Result<(), Problem> {
        match self.problems().into_iter().next() {
            Some((key, expected)) => Err(Problem { key, expected }),
            None => Ok(()),
        }
    }
}
