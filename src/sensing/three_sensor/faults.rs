//! The faults that stand, and what ends each.

use alloc::collections::BTreeMap;

use crate::model::FaultCode;

/// What ends a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cure {
    /// The ball runs on the rim.
    BallRuns,
    /// The ball is seen again, on the rim or in a pocket.
    BallSeen,
    /// This sensor, 0 to 2, is inactive again.
    Inactive(u8),
    /// This sensor, 0 to 2, sees the ball on the rim where it must.
    Sees(u8),
    /// A pocket was read.
    Read,
    /// The rotor turns as it should.
    RotorTurns,
    /// The rotor has the speed that it is driven at.
    RotorFollows,
    /// What this fault says is open is shut again.
    Shut(FaultCode),
    /// No changes of the lines were lost for a while.
    Quiet,
    /// The times of the lines have run forward for a while.
    InOrder,
    /// The lines can be used.
    LinesThere,
    /// Somebody has looked at the wheel: a guard was opened and shut, or an attendant has decided. No ball is launched before.
    Looked,
}

impl Cure {
    /// Whether a spin shows that all is well again, so that nothing keeps from launching the ball.
    pub(super) const fn needs_a_spin(self) -> bool {
        matches!(self, Self::BallRuns) || self.shows_at_rest()
    }

    /// Whether a ball that lies in a pocket shows it as well, where all three sensors see it there.
    pub(super) const fn shows_at_rest(self) -> bool {
        matches!(self, Self::BallSeen | Self::Sees(_) | Self::Read)
    }
}

/// The faults that stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    standing: BTreeMap<FaultCode, Cure>,
}

impl Faults {
    /// Notes a fault; says whether it is new. One that lasts until somebody has looked is not ended by less from then on.
    pub(super) fn raise(&mut self, code: FaultCode, cure: Cure) -> bool {
        let before = self.standing.get(&code).copied();
        self.standing.insert(code, if before == Some(Cure::Looked) { Cure::Looked } else { cure });
        before.is_none()
    }

    /// A fault that is ended by any of these, if one stands; it stands no more.
    pub(super) fn take(&mut self, ends: impl Fn(Cure) -> bool) -> Option<FaultCode> {
        let code = self.standing.iter().find(|(_, cure)| ends(**cure)).map(|(code, _)| *code)?;
        self.standing.remove(&code);
        Some(code)
    }

    /// Whether a fault stands of which a ball at rest shows that it is over.
    pub(super) fn may_show_at_rest(&self) -> bool {
        self.standing.values().any(|cure| cure.shows_at_rest())
    }

    /// Whether a fault stands that a spin would not get round.
    pub(super) fn keep_from_launching(&self) -> bool {
        self.standing.values().any(|cure| !cure.needs_a_spin())
    }

    /// Whether the index may stand elsewhere than before, or has more than one mark, and nobody has looked since; or it was silent, and has not
    /// come as it should since.
    pub(super) fn keep_index_in_doubt(&self) -> bool {
        let codes = [FaultCode::RotorIndexAgainstEncoder, FaultCode::RotorSecondIndex];
        let wait = codes.iter().any(|code| self.standing.get(code) == Some(&Cure::Looked));
        wait || self.standing.contains_key(&FaultCode::RotorIndex)
    }

    /// Whether a fault stands that lasts until somebody has looked.
    pub(super) fn wait_for_a_look(&self) -> bool {
        self.standing.values().any(|cure| *cure == Cure::Looked)
    }

    /// The sensor that is stuck, if one is.
    pub(super) fn stuck(&self) -> Option<u8> {
        self.standing.values().find_map(|cure| if let Cure::Inactive(sensor) = cure { Some(*sensor) } else { None })
    }

    /// Whether a fault of the rotor stands.
    pub(super) fn one_of_rotor_stands(&self) -> bool {
        self.codes().any(|code| code.family() == FaultCode::Motor)
    }

    /// Where `code` says how fast the rotor turns, a fault that stands and says otherwise; it stands no more.
    pub(super) fn take_other_speed(&mut self, code: FaultCode) -> Option<FaultCode> {
        let other = self.codes().find(|other| *other != code && other.is_of_rotor_speed() && code.is_of_rotor_speed())?;
        self.standing.remove(&other);
        Some(other)
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = FaultCode> {
        self.standing.keys().copied()
    }
}
