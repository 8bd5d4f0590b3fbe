//! The doors of a cabinet, each read by a switch: debounced, told to the house while one is open, and tested by a person who opens and closes it.
//!
//! Here never lives a line, or what becomes of an open door.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::{Event, FaultCode, Finding, Span, TestedPart, Timestamp};

/// For how long a person has to open and to close a door that is tested.
const TEST: Span = Span::from_seconds(60);

/// How often the house is told something at once, and how long it takes until it can be told once more: a switch that flickers all day writes some
/// hundred KiB.
const TOLD_AT_ONCE: u32 = 20;
const TOLD_AGAIN: Span = Span::from_seconds(60);

/// What was seen of a switch in one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorLook {
    /// How often its line has changed since the look before.
    pub changes: u32,
    /// Whether it says now that the door is open.
    pub is_open: bool,
}

/// The switch of a door. Its contact bounces: the door stands as the line does once that has not changed for a while.
#[derive(Clone, Debug)]
struct DoorSwitch {
    settles_in: Span,
    is_open: bool,
    line: bool,
    line_since: Timestamp,
    /// How often the line has changed, and how often the door was opened or closed.
    changes: u64,
    turns: u64,
}

impl DoorSwitch {
    /// As the first look shows it: of what was before nothing is known, and a door that was opened meanwhile is open.
    const fn new(settles_in: Span, is_open: bool, at: Timestamp) -> Self {
        Self { settles_in, is_open, line: is_open, line_since: at, changes: 0, turns: 0 }
    }

    fn look(&mut self, look: DoorLook, at: Timestamp) {
        let is_other = look.is_open != self.line;
        let changes = u64::from(look.changes.max(u32::from(is_other)));
        if changes > 0 {
            (self.line, self.line_since) = (look.is_open, at);
            self.changes += changes;
        }
    }

    /// When the door stands otherwise, unless the line changes before.
    fn settles_at(&self) -> Option<Timestamp> {
        (self.line != self.is_open).then(|| self.line_since.after(self.settles_in))
    }

    /// Whether the door was opened or closed by now.
    fn has_turned(&mut self, now: Timestamp) -> bool {
        let has_turned = self.settles_at().is_some_and(|at| at <= now);
        if has_turned {
            self.is_open = self.line;
            self.turns += 1;
        }
        has_turned
    }

    /// Every change of the line but one for each time that the door was opened or closed.
    const fn bounces(&self) -> u64 {
        self.changes.saturating_sub(self.turns)
    }
}

/// A door of the cabinet file.
#[derive(Clone, Debug)]
struct Door {
    name: String,
    settles_in: Span,
    /// `None` while its line is not read.
    switch: Option<DoorSwitch>,
}

/// The test of a door.
#[derive(Clone, Debug)]
struct DoorTest {
    number: u32,
    door: usize,
    began_at: Timestamp,
    opened_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    changes_before: u64,
    bounces_before: u64,
}

/// What is told to the house about one fault, where it is to be told that it stands, and what it was told.
#[derive(Clone, Debug)]
struct Telling {
    code: FaultCode,
    told: Option<String>,
}

/// The doors of a cabinet.
#[derive(Clone, Debug)]
pub struct Doors {
    doors: Vec<Door>,
    /// Why the lines are not read, where they cannot be.
    lost: Option<String>,
    test: Option<DoorTest>,
    open: Telling,
    unread: Telling,
    /// How often the house can still be told something, and up to when that was counted.
    left: u32,
    counted_at: Timestamp,
}

impl Doors {
    /// Doors by their names, each with the time that its line has to stand still; nothing was seen of any.
    pub fn new(doors: impl IntoIterator<Item = (String, Span)>, now: Timestamp) -> Self {
        let doors = doors.into_iter().map(|(name, settles_in)| Door { name, settles_in, switch: None }).collect();
        let telling = |code| Telling { code, told: None };
        Self {
            doors,
            lost: None,
            test: None,
            open: telling(FaultCode::CabinetDoorOpen),
            unread: telling(FaultCode::DoorSwitch),
            left: TOLD_AT_ONCE,
            counted_at: now,
        }
    }

    /// A look at the door in this place of the cabinet file.
    pub fn look(&mut self, door: usize, look: DoorLook, now: Timestamp) {
        self.lost = None;
        let Some(door) = self.doors.get_mut(door) else { return };
        match &mut door.switch {
            Some(switch) => switch.look(look, now),
            None => door.switch = Some(DoorSwitch::new(door.settles_in, look.is_open, now)),
        }
    }

    /// The lines cannot be read.
    pub fn lose(&mut self, why: String) {
        self.lost = Some(why);
        self.doors.iter_mut().for_each(|door| door.switch = None);
    }

    /// This test is wanted, or none; that of another part is none of a door.
    pub fn want_test(&mut self, wanted: Option<(u32, TestedPart)>, now: Timestamp) {
        let of_door = wanted.and_then(|(number, part)| Some((number, usize::from(part.door()?).checked_sub(1)?)));
        let Some((number, door)) = of_door else {
            self.test = None;
            return;
        };
        if self.test.as_ref().is_some_and(|test| test.number == number) {
            return;
        }
        let switch = self.doors.get(door).and_then(|door| door.switch.as_ref());
        let (changes_before, bounces_before) = switch.map_or((0, 0), |switch| (switch.changes, switch.bounces()));
        self.test = Some(DoorTest { number, door, began_at: now, opened_at: None, closed_at: None, changes_before, bounces_before });
    }

    /// When there may be something to tell, if nothing is seen before.
    pub fn wake_at(&self) -> Option<Timestamp> {
        let settling = self.doors.iter().filter_map(|door| door.switch.as_ref()?.settles_at());
        let test = self.test.as_ref().map(|test| test.began_at.after(TEST));
        let untold = self.has_untold().then(|| self.counted_at.after(TOLD_AGAIN));
        settling.chain(test).chain(untold).min()
    }

    /// What is to be told by now.
    pub fn tell(&mut self, now: Timestamp) -> Vec<Event> {
        for (place, door) in self.doors.iter_mut().enumerate() {
            let Some(switch) = door.switch.as_mut() else { continue };
            let of_door = self.test.as_mut().filter(|test| test.door == place);
            if switch.has_turned(now)
                && let Some(test) = of_door
            {
                test.take_turn(switch.is_open, now);
            }
        }
        let tested = self.take_tested(now);
        self.earn(now);
        let (open, lost) = (self.open_words(), self.lost.clone());
        let open = self.open.tell(open, &mut self.left);
        let unread = self.unread.tell(lost, &mut self.left);
        tested.into_iter().chain(open).chain(unread).collect()
    }

    /// The doors that are open, by their names. While the lines are not read, those that were.
    fn open_words(&self) -> Option<String> {
        if self.doors.iter().all(|door| door.switch.is_none()) {
            return self.open.told.clone();
        }
        let is_open = |door: &&Door| door.switch.as_ref().is_some_and(|switch| switch.is_open);
        let open: Vec<&str> = self.doors.iter().filter(is_open).map(|door| door.name.as_str()).collect();
        (!open.is_empty()).then(|| open.join(", "))
    }

    fn has_untold(&self) -> bool {
        self.open.told != self.open_words() || self.unread.told != self.lost
    }

    fn earn(&mut self, now: Timestamp) {
        while self.left < TOLD_AT_ONCE && self.counted_at.after(TOLD_AGAIN) <= now {
            self.left += 1;
            self.counted_at = self.counted_at.after(TOLD_AGAIN);
        }
        if self.left == TOLD_AT_ONCE {
            self.counted_at = now;
        }
    }

    /// What the test has found, where it is over.
    fn take_tested(&mut self, now: Timestamp) -> Option<Event> {
        let test = self.test.as_ref()?;
        let switch = self.doors.get(test.door).and_then(|door| door.switch.as_ref());
        let unread =
            || self.lost.clone().or_else(|| (test.door >= self.doors.len()).then(|| "the cabinet file has no such door".to_owned()));
        let (wrong, seen) = match (switch, unread()) {
            (_, Some(why)) => (Some(why), None),
            (None, None) if now < test.began_at.after(TEST) => return None,
            (None, None) => (Some("nothing was read of its line".to_owned()), None),
            (Some(switch), None) => test.judged(switch, now)?,
        };
        let findings = wrong.into_iter().map(|detail| Finding { code: FaultCode::DoorSwitch, detail }).collect();
        let number = test.number;
        // Until another is wanted: who asked for this one hears of its end only now.
        self.test = None;
        Some(Event::SelfTested { number, findings, seen })
    }
}

impl DoorTest {
    fn take_turn(&mut self, is_open: bool, now: Timestamp) {
        let at = if is_open { &mut self.opened_at } else { &mut self.closed_at };
        *at = Some(now);
    }

    /// What is wrong with the switch, and what was seen of it; `None` while the person still has time.
    fn judged(&self, switch: &DoorSwitch, now: Timestamp) -> Option<(Option<String>, Option<String>)> {
        let after = |at: Timestamp| in_seconds(at.since(self.began_at));
        let (changes, bounces) = (switch.changes - self.changes_before, switch.bounces().saturating_sub(self.bounces_before));
        let counted = format!("changes of its line: {changes}, bounces among them: {bounces}");
        let is_over = now >= self.began_at.after(TEST);
        match (self.opened_at, self.closed_at) {
            (Some(opened), Some(closed)) => {
                let (opened, closed) = (after(opened), after(closed));
                Some((None, Some(format!("it opened after {opened} s and closed after {closed} s; {counted}"))))
            }
            _ if !is_over => None,
            (Some(opened), None) => {
                Some((Some(format!("it opened after {} s and did not close within 60 s; {counted}", after(opened))), None))
            }
            (None, Some(closed)) => {
                Some((Some(format!("it closed after {} s and did not open within 60 s; {counted}", after(closed))), None))
            }
            (None, None) if changes == 0 => {
                Some((Some("no change was seen within 60 s: check the magnet, the switch and the plug".to_owned()), None))
            }
            (None, None) => Some((Some(format!("it was not seen to open or to close within 60 s; {counted}")), None)),
        }
    }
}

impl Telling {
    /// Tells how it stands, where that is something new and the house can be told.
    fn tell(&mut self, now: Option<String>, left: &mut u32) -> Option<Event> {
        if now == self.told || *left == 0 {
            return None;
        }
        *left -= 1;
        self.told.clone_from(&now);
        Some(match now {
            Some(detail) => Event::HouseFault { code: self.code, detail },
            None => Event::HouseFaultCleared(self.code),
        })
    }
}

/// Seconds with one decimal.
fn in_seconds(span: Span) -> String {
    let tenths = span.microseconds() / 100_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests;
