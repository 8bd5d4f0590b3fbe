//! What is played at: the terms of the demo cabinet.

use croupier::cabinet::Terms;
use croupier::profiles::load_cabinet;

/// The terms of the demo cabinet.
pub(crate) fn demo_terms() -> Terms {
    let file = load_cabinet("demo").expect("the demo's file is shipped");
    croupier::configuration::terms_of(&file).expect("the demo's files fit together")
}
