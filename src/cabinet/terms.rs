//! The terms in force: rules, limits and amounts as the daemon made them from the cabinet's files.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use minicbor::{Decode, Encode};

use super::{CardTerms, PlayerTableTerms, WheelRest};
use crate::games::roulette;
use crate::model::{Money, NamedHash, PlayerProtection, Seat, TableNumber, TestedPart};

/// What holds for a round from its opening to its end. New terms wait for the next round (`house-rules-by` HRB-9, HX-9).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Terms {
    /// The rules file's name, such as `roulette/am`.
    #[n(0)]
    pub rules_name: String,
    /// SHA-256 of the rules file.
    #[cbor(n(1), with = "minicbor::bytes")]
    pub rules_sha256: [u8; 32],
    /// The rules of roulette, narrowed by the house's own limits.
    #[cbor(n(2), with = "crate::games::written::wheel")]
    pub roulette: roulette::Rules,
    /// The currency's code.
    #[n(3)]
    pub currency: String,
    /// How many decimals an amount is shown with.
    #[n(4)]
    pub decimals: u8,
    /// The values of the chips on the consoles.
    #[n(5)]
    pub chips: Vec<Money>,
    /// The most a seat's credit may come to.
    #[n(6)]
    pub credit_most: Money,
    /// Every file the terms were made from.
    #[n(7)]
    pub files: Vec<NamedHash>,
    /// What holds at each card table that the seats share.
    #[n(8)]
    pub card_tables: Vec<CardTerms>,
    /// What the money was played on; `None` in journals of releases that did not record it.
    #[n(9)]
    pub fittings: Option<Fittings>,
    /// What holds at each machine, of which every seat has a table of its own.
    #[cbor(default)]
    #[n(10)]
    pub machines: Vec<CardTerms>,
    /// What holds at each table between players.
    #[cbor(default)]
    #[n(11)]
    pub player_tables: Vec<PlayerTableTerms>,
    /// A win of so much or more in one round or deal is paid by hand; `None` where none is, as in terms of older releases.
    #[n(12)]
    pub hand_pay_from: Option<Money>,
    /// When an idle wheel rests; `None` where it never does, as in terms of older releases.
    #[n(13)]
    pub wheel_rest: Option<WheelRest>,
    /// What the jurisdiction asks for the protection of players; `None` where it asks for nothing, as in terms of older releases.
    #[n(14)]
    pub player_protection: Option<PlayerProtection>,
    /// What of the cabinet itself is watched and lit; `None` where its file names neither a door nor a lamp, as in terms of older releases.
    #[n(15)]
    pub housing: Option<Housing>,
}

/// The doors and the lamp of a cabinet. No rule of a game asks for either.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Housing {
    /// The doors, by their names in the order of the cabinet file.
    #[n(0)]
    pub doors: Vec<String>,
    /// Whether there is a lamp.
    #[n(1)]
    pub has_lamp: bool,
}

impl Housing {
    /// The doors with their numbers, from 1.
    pub fn numbered_doors(&self) -> impl Iterator<Item = (u8, &str)> {
        (1..=TestedPart::DOORS_MOST).zip(self.doors.iter().map(String::as_str))
    }
}

/// What a cabinet is made of, as its file names it. Nothing here decides anything but whether the next file still means this cabinet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Fittings {
    /// The cabinet's name.
    #[n(0)]
    pub cabinet: String,
    /// The wheel: its driver and its device file, such as `serial slingshot-2`.
    #[n(1)]
    pub wheel: String,
    /// The source of cards of each card table, in their order: its driver and its device file, such as `virtual`.
    #[n(2)]
    pub card_sources: Vec<String>,
    /// The wheel's device file; `None` in journals of releases that did not record it.
    #[n(3)]
    pub wheel_file: Option<DeviceFile>,
    /// The device file of each card table's source, in their order, `None` for the virtual deck; empty in journals of releases that did not
    /// record them.
    #[cbor(default)]
    #[n(4)]
    pub card_source_files: Vec<Option<DeviceFile>>,
    /// Which jurisdiction it is, no matter how its text changes: a shipped one by its name, a file of the house's own by what it says of its
    /// source. `None` in journals of releases that did not record it.
    #[n(5)]
    pub jurisdiction: Option<String>,
    /// The source of cards of each table between players, as `card_sources`; empty in journals of releases where each had a virtual deck.
    #[cbor(default)]
    #[n(6)]
    pub player_sources: Vec<String>,
    /// The device file of each of them, as `card_source_files`; likewise.
    #[cbor(default)]
    #[n(7)]
    pub player_source_files: Vec<Option<DeviceFile>>,
}

/// The text of a device file, which says what a device is: its family, how its lines are read, where its sensors stand.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct DeviceFile {
    /// The family, such as `three-sensor`.
    #[n(0)]
    pub dialect: String,
    /// SHA-256 of the file.
    #[cbor(n(1), with = "minicbor::bytes")]
    pub sha256: [u8; 32],
    /// Whether the file comes with the program.
    #[n(2)]
    pub is_shipped: bool,
}

impl DeviceFile {
    /// Whether these are two devices, where both files have one name. A release may write its own file of a device anew; the text of a file
    /// of the house's own is all that tells what device it is of.
    #[must_use]
    pub fn is_other_than(&self, other: &Self) -> bool {
        let is_of_releases = self.is_shipped && other.is_shipped;
        self.dialect != other.dialect || (self.sha256 != other.sha256 && !is_of_releases)
    }
}

impl fmt::Display for DeviceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, SHA-256 ", self.dialect)?;
        self.sha256.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Terms {
    /// The place of the jurisdiction's file in [`Terms::files`].
    pub const JURISDICTION: usize = 2;

    /// Every table with what holds there: those that the seats share, then each seat's own at each machine.
    pub fn tables(&self) -> impl Iterator<Item = (TableNumber, &CardTerms)> {
        let shared = (1..).map(TableNumber).zip(&self.card_tables);
        let of_machine = |(place, terms)| Seat::all().map(move |seat| (TableNumber::of_machine(place, seat), terms));
        shared.chain(self.machines.iter().enumerate().flat_map(of_machine))
    }

    /// Every table between players with what holds there.
    pub fn tables_between_players(&self) -> impl Iterator<Item = (TableNumber, &PlayerTableTerms)> {
        self.player_tables.iter().enumerate().map(|(place, terms)| (TableNumber::of_players(place), terms))
    }

    /// What holds at this table; `None` where there is no such table.
    #[must_use]
    pub fn table(&self, number: TableNumber) -> Option<&CardTerms> {
        self.tables().find(|(other, _)| *other == number).map(|(_, terms)| terms)
    }

    /// The terms as bytes, for [`crate::model::Event::Terms`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        minicbor::to_vec(self).expect("encoding to memory cannot fail")
    }

    /// The terms that [`Terms::to_bytes`] made these bytes from; `None` where they are not such bytes, or say what no rules file
    /// and no cabinet file may say: with amounts beyond [`Money::MOST`] the books could not be kept.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let terms: Self = minicbor::decode(bytes).ok()?;
        let amounts = Money::from_minor(1)..=Money::MOST;
        let games = || terms.card_tables.iter().chain(&terms.machines).map(|table| &table.game);
        let has_problems = !terms.roulette.problems().is_empty() || games().any(|game| !game.problems().is_empty());
        let counts = [
            (terms.card_tables.len(), TableNumber::MOST),
            (terms.machines.len(), TableNumber::MACHINES_MOST),
            (terms.player_tables.len(), TableNumber::BETWEEN_PLAYERS_MOST),
            (terms.housing.as_ref().map_or(0, |housing| housing.doors.len()), TestedPart::DOORS_MOST),
        ];
        let is_too_many = counts.into_iter().any(|(count, most)| count > usize::from(most));
        let are_playable = terms.player_tables.iter().all(PlayerTableTerms::are_playable);
        let are_amounts = amounts.contains(&terms.credit_most) && terms.hand_pay_from.is_none_or(|least| amounts.contains(&least));
        let may_rest = terms.wheel_rest.is_none_or(|rest| rest.after_empty_rounds > 0);
        let may_protect = terms.player_protection.is_none_or(|protection| protection.is_playable());
        (!has_problems && !is_too_many && are_playable && are_amounts && may_rest && may_protect).then_some(terms)
    }
}
