//! `croupierctl journal key`: the public part of the key by which the cabinet signs its journal. The secret part is never printed.

use std::fmt::Write as _;
use std::io::stdout;

use clap::Args;
use serde_json::json;

use super::Place;
use crate::ctl::Failure;
use crate::ctl::reader::is_person;
use crate::journal::{Key, PublicKey, make_key, signed_heads};

/// Whose key.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Makes a new key in place of one that is lost. What the lost one signed stays; auditors must be told of the new one.
    #[arg(long)]
    make_new: bool,
    #[command(flatten)]
    place: Place,
}

/// The public key and its fingerprint, and the file that holds the secret part.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let place = &arguments.place;
    let key = if arguments.make_new { make_new(place)? } else { of(place)? };
    let public = key.public();
    let signed: Vec<_> = signed_heads(&place.paths().mirror)?.into_iter().flatten().collect();
    let own = signed.iter().filter(|signed| signed.key == public).count();
    let mut others: Vec<PublicKey> = signed.iter().map(|signed| signed.key).filter(|key| *key != public).collect();
    others.dedup();
    if is_person(&stdout()) {
        let mut text = format!("key          {public}\nfingerprint  {}\nsigned heads {}\n", public.fingerprint(), own);
        for other in others {
            let _ = writeln!(text, "former key   {other}, fingerprint {}", other.fingerprint());
        }
        return Ok(text);
    }
    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
    let answer = json!({"key": public.to_string(), "fingerprint": public.fingerprint(), "signed_heads": own, "other_keys": others});
    Ok(format!("{answer}\n"))
}

/// The cabinet's key, which must be there.
pub(super) fn of(place: &Place) -> Result<Key, Failure> {
    if let Some(key) = Key::of_marks(&place.marks())? {
        return Ok(key);
    }
    if signed_heads(&place.paths().mirror)?.is_empty() {
        let message =
            "there is no signing key here, and nothing is signed: the daemon makes one at its start, beside the file that `--mark` names";
        return Err(Failure::refused("no-key", message));
    }
    let message = "the signing key is lost, or is not in this place: heads of this journal are signed with one. Put its file back from where it was \
        kept; or have a new one made by `croupierctl journal key --make-new`, and tell the auditors";
    Err(Failure::refused("key-lost", message))
}

fn make_new(place: &Place) -> Result<Key, Failure> {
    place.reader()?;
    place.require_owner()?;
    let mut chance = [0; 32];
    getrandom::fill(&mut chance).map_err(|error| Failure::ours("no-chance", error.to_string()))?;
    if make_key(&place.marks(), &chance)?.is_none() {
        return Err(Failure::refused("key-there", "the cabinet has a signing key: none is made in its place"));
    }
    Ok(Key::of_chance(&chance))
}
