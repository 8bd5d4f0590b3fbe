//! Fair shares of places that are bounded in number: when all are taken, the address that holds the most of them gives one way.
//!
//! Here never lives what a place is for. What holds one watches [`Place::leave`] and ends when it is told to.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// How many places more may be held for a moment by those who were told to leave and have not left yet.
const LEAVING_MOST: usize = 32;

/// Whose place gives way to somebody new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Yielding {
    /// The oldest of the address that has the most, which may be the new one's own: who connects now is worth more than who said nothing.
    Oldest,
    /// The newest of an address that has at least two more than the new one's own; nobody gives way to a neighbour of the same address.
    Newest,
}

/// A bounded number of places.
pub(super) struct Places {
    most: usize,
    most_of_address: usize,
    yielding: Yielding,
    taken: Mutex<Taken>,
}

/// Who holds the places.
#[derive(Default)]
struct Taken {
    all: usize,
    leaving: usize,
    /// The places that can give way, by address, each by its number: the oldest first.
    yielding: HashMap<IpAddr, BTreeMap<u64, CancellationToken>>,
    /// How many places are held for good, by holder.
    held: HashMap<usize, usize>,
    next: u64,
}

impl Places {
    /// So many places in all, and so many of one address that can give way.
    pub(super) fn new(most: usize, most_of_address: usize, yielding: Yielding) -> Arc<Self> {
        Arc::new(Self { most, most_of_address, yielding, taken: Mutex::default() })
    }

    /// How many places are taken now.
    pub(super) fn held(&self) -> usize {
        self.taken().all
    }

    /// A place for somebody from this address, if need be one that another gives up; `None` where nobody has to give way.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        let own = taken.count(address);
        let from = if own >= self.most_of_address {
            Some(address)
        } else if taken.all - taken.leaving >= self.most {
            Some(taken.greediest()?)
        } else {
            None
        };
        if let Some(from) = from {
            if self.yielding == Yielding::Newest && taken.count(from) < own + 2 {
                return None;
            }
            taken.send_away(from, self.yielding)?;
        }
        taken.all += 1;
        taken.next += 1;
        let (number, leave) = (taken.next, CancellationToken::new());
        taken.yielding.entry(address).or_default().insert(number, leave.clone());
        drop(taken);
        Some(Place { places: self.clone(), address, number, leave, held_by: Mutex::new(None) })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        // The counts are changed whole, so those that a panic leaves are right.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// How many places of this address can give way.
    fn count(&self, address: IpAddr) -> usize {
        self.yielding.get(&address).map_or(0, BTreeMap::len)
    }

    /// The address with the most places that can give way.
    fn greediest(&self) -> Option<IpAddr> {
        self.yielding.iter().max_by_key(|(_, places)| places.len()).map(|(address, _)| *address)
    }

    /// Tells one of this address to leave; `None` where too many are leaving already.
    fn send_away(&mut self, from: IpAddr, yielding: Yielding) -> Option<()> {
        if self.leaving >= LEAVING_MOST {
            return None;
        }
        let places = self.yielding.get_mut(&from)?;
        let (_, leave) = match yielding {
            Yielding::Oldest => places.pop_first(),
            Yielding::Newest => places.pop_last(),
        }?;
        self.forget_if_empty(from);
        self.leaving += 1;
        leave.cancel();
        Some(())
    }

    fn forget_if_empty(&mut self, address: IpAddr) {
        if self.count(address) == 0 {
            self.yielding.remove(&address);
        }
    }

    /// A place of this holder is free again. Who holds none is forgotten, for sessions come and go.
    fn release(&mut self, holder: usize) {
        let held = self.held.remove(&holder).unwrap_or_default().saturating_sub(1);
        if held > 0 {
            self.held.insert(holder, held);
        }
    }

    /// Takes a place off those that can give way; `false` where it was not among them.
    fn withdraw(&mut self, address: IpAddr, number: u64) -> bool {
        let was_there = self.yielding.get_mut(&address).is_some_and(|places| places.remove(&number).is_some());
        self.forget_if_empty(address);
        was_there
    }
}

/// A place that is taken for as long as this lives.
pub(super) struct Place {
    places: Arc<Places>,
    address: IpAddr,
    number: u64,
    leave: CancellationToken,
    held_by: Mutex<Option<usize>>,
}

impl Place {
    /// Is cancelled when somebody else needs the place more.
    pub(super) fn leave(&self) -> &CancellationToken {
        &self.leave
    }

    /// Lets `holder` hold the place for good, if it holds fewer than `most` like it: then it gives way to nobody any more.
    pub(super) fn hold(&self, holder: usize, most: usize) {
        let mut held_by = self.held_by.lock().unwrap_or_else(PoisonError::into_inner);
        if held_by.is_some() {
            return;
        }
        let mut taken = self.places.taken();
        let held = taken.held.get(&holder).copied().unwrap_or_default();
        if held < most && taken.withdraw(self.address, self.number) {
            taken.held.insert(holder, held + 1);
            *held_by = Some(holder);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let holder = *self.held_by.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = self.places.taken();
        taken.all -= 1;
        match holder {
            Some(holder) => taken.release(holder),
            None if taken.withdraw(self.address, self.number) => {}
            None => taken.leaving -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(last: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, last).into()
    }

    /// Takes so many places for one address.
    fn crowd(places: &Arc<Places>, last: u8, count: usize) -> Vec<Place> {
        (0..count).map(|_| places.take(address(last)).expect("there is a place")).collect()
    }

    fn told_to_leave(places: &[Place]) -> Vec<usize> {
        (0..places.len()).filter(|place| places[*place].leave().is_cancelled()).collect()
    }

    #[test]
    fn the_oldest_of_the_greediest_address_gives_way() {
        let places = Places::new(5, 5, Yielding::Oldest);
        let (few, many) = (crowd(&places, 1, 2), crowd(&places, 2, 3));
        let _new = places.take(address(3)).expect("somebody gives way");
        assert_eq!((told_to_leave(&few), told_to_leave(&many)), (vec![], vec![0]));
    }

    #[test]
    fn an_address_at_its_limit_gives_way_to_itself() {
        let places = Places::new(9, 2, Yielding::Oldest);
        let (own, other) = (crowd(&places, 1, 2), crowd(&places, 2, 2));
        let _new = places.take(address(1)).expect("its own gives way");
        assert_eq!((told_to_leave(&own), told_to_leave(&other)), (vec![0], vec![]));
    }

    #[test]
    fn who_holds_a_place_for_good_gives_way_to_nobody() {
        let places = Places::new(2, 2, Yielding::Oldest);
        let own = crowd(&places, 1, 2);
        own.iter().for_each(|place| place.hold(0, 1));
        let _new = places.take(address(2)).expect("the second gives way: a holder may hold one");
        assert_eq!(told_to_leave(&own), [1]);
        own[1].hold(1, 1);
        assert!(places.take(address(3)).is_some(), "the new one gives way, who was told to leave stays told");
    }

    #[test]
    fn newest_give_way_only_where_that_is_fairer() {
        let places = Places::new(4, 4, Yielding::Newest);
        let many = crowd(&places, 1, 4);
        assert!(places.take(address(1)).is_none(), "not to a neighbour");
        let few = crowd(&places, 2, 2);
        assert_eq!(told_to_leave(&many), [2, 3]);
        assert!(places.take(address(2)).is_none(), "both have two");
        let _third = crowd(&places, 3, 1);
        drop((many, few));
        assert_eq!(crowd(&places, 4, 3).len(), 3, "all places but one are free");
    }

    #[test]
    fn those_who_do_not_leave_are_not_waited_for_without_end() {
        let places = Places::new(1, 1, Yielding::Oldest);
        let all: Vec<_> = (0..LEAVING_MOST + 9).map_while(|_| places.take(address(1))).collect();
        assert_eq!(all.len(), LEAVING_MOST + 1);
    }
}
