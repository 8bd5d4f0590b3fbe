//! Device files. The types belong to `sensing`, which knows what each key means.

use super::load::{Checked, Problem};
use crate::sensing::slingshot::Parameters;

impl Checked for Parameters {
    fn check(&self) -> Result<(), Problem> {
        Self::check(self).map_err(|wrong| Problem { key: wrong.key.to_owned(), expected: wrong.expected })
    }
}
