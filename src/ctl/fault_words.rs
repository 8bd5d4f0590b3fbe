//! What is said of each fault, in the languages of the consoles: the very files that the pages read.
//!
//! Here lives no sentence. The English ones are those of the model too, which has to know them without a file.

use clap::ValueEnum;
use serde_json::Value;

use crate::model::FaultCode;

/// A language of the consoles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// English.
    #[default]
    En,
    /// Հայերեն.
    Hy,
    /// ქართული.
    Ka,
    /// Русский.
    Ru,
}

/// The catalogue of faults in a language.
pub(super) struct FaultWords(Value);

impl FaultWords {
    pub(super) fn of(language: Language) -> Self {
        let module = match language {
            Language::En => include_str!("../http/console/assets/words/faults/en.js"),
            Language::Hy => include_str!("../http/console/assets/words/faults/hy.js"),
            Language::Ka => include_str!("../http/console/assets/words/faults/ka.js"),
            Language::Ru => include_str!("../http/console/assets/words/faults/ru.js"),
        };
        let (_, body) = module.split_once("export default ").expect("a file of words exports them");
        let body = body.trim_end().strip_suffix(';').expect("the last sign of a file of words is a semicolon");
        Self(serde_json::from_str(body).expect("what a file of fault words exports is JSON"))
    }

    /// What the fault means.
    pub(super) fn meaning(&self, code: FaultCode) -> &str {
        self.said(code, "meaning")
    }

    /// What to check first.
    pub(super) fn what_to_check(&self, code: FaultCode) -> &str {
        self.said(code, "check")
    }

    fn said(&self, code: FaultCode, field: &str) -> &str {
        self.0[code.name()][field].as_str().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_its_sentences_in_every_language_and_no_other_fault_has_any() {
        for language in Language::value_variants() {
            let words = FaultWords::of(*language);
            for code in FaultCode::ALL {
                for field in ["player", "meaning", "check"] {
                    assert!(!words.said(code, field).trim().is_empty(), "{language:?}: {} has no {field}", code.name());
                }
            }
            assert_eq!(words.0.as_object().map(serde_json::Map::len), Some(FaultCode::ALL.len()), "{language:?}");
        }
    }

    #[test]
    fn the_english_sentences_are_those_of_the_model() {
        let words = FaultWords::of(Language::En);
        for code in FaultCode::ALL {
            let plain = |text: &str| text.replace('’', "'");
            assert_eq!([words.meaning(code), words.what_to_check(code)].map(plain), [code.meaning(), code.what_to_check()]);
        }
    }
}
