//! What the pulses of the index may say against themselves, and the fault that each of it is.

use crate::model::FaultCode;

/// What the index pulses say against themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Pulses come again and again at another place of the rotor as well.
    SecondMark,
    /// Pulses come at many places.
    Noise,
    /// The mark is not where the encoder's count has it: one of the two has moved, or they are not of one wheel.
    AgainstEncoder,
}

impl Doubt {
    /// The fault that it is.
    pub(super) const fn code(self) -> FaultCode {
        match self {
            Self::SecondMark => FaultCode::RotorSecondIndex,
            Self::Noise => FaultCode::LineNoise,
            Self::AgainstEncoder => FaultCode::RotorIndexAgainstEncoder,
        }
    }
}
