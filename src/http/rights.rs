//! Who may do what: the one table of rights. Each route names its right by one of the extractors in `guard.rs`.

use Right::{GiveOrders, Hold, LookAtAccess, LookAtBooks, LookAtDevices, LookAtSeat, PairConsoles, Play, WorkOnDevices};

use crate::access::Holder;
use crate::model::StaffRole;

/// Something that not everybody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// To be somebody: to ask who one is, and to look at past rounds as far as they are one's own.
    Hold,
    /// To play at a seat. A seat has it for itself alone.
    Play,
    /// To look at a seat. A seat has it for itself alone.
    LookAtSeat,
    /// To look at the books of the house, and at all past rounds.
    LookAtBooks,
    /// To look at the devices and at what they have said.
    LookAtDevices,
    /// To have the wheel's lines captured, and parts of the cabinet test themselves.
    WorkOnDevices,
    /// To put credit in and out, and to hold, void and decide at every table.
    GiveOrders,
    /// To pair consoles with seats, and to revoke them.
    PairConsoles,
    /// To see who is let in.
    LookAtAccess,
}

/// The rights, and who has each: a seat, an attendant, a technician, an auditor, an owner.
const TABLE: [(Right, [bool; 5]); 9] = [
    //              seat   attendant technician auditor owner
    (Hold, [true, true, true, true, true]),
    (Play, [true, false, false, false, false]),
    (LookAtSeat, [true, true, false, true, true]),
    (LookAtBooks, [false, true, true, true, true]),
    (LookAtDevices, [false, true, true, true, true]),
    (WorkOnDevices, [false, true, true, false, true]),
    (GiveOrders, [false, true, false, false, true]),
    (PairConsoles, [false, true, false, false, true]),
    (LookAtAccess, [false, true, false, true, true]),
];

impl Right {
    /// Whether the holder has it; a seat only for itself, which is for the route to see to.
    pub(super) fn is_of(self, holder: &Holder) -> bool {
        let column = match holder {
            Holder::Seat(_) => 0,
            Holder::Staff { role: StaffRole::Attendant, .. } => 1,
            Holder::Staff { role: StaffRole::Technician, .. } => 2,
            Holder::Staff { role: StaffRole::Auditor, .. } => 3,
            Holder::Staff { role: StaffRole::Owner, .. } => 4,
        };
        TABLE.iter().any(|(right, of)| *right == self && of[column])
    }

    /// What is said to somebody who has it not.
    pub(super) const fn refusal(self) -> &'static str {
        match self {
            Hold => "Only the holder of a token may do this.",
            Play => "Only the seat itself may do this.",
            LookAtSeat => "A seat may see only itself.",
            LookAtBooks | LookAtDevices => "Only people of the house may see this.",
            WorkOnDevices => "Only a technician, an attendant or an owner may do this.",
            GiveOrders => "Only an attendant may do this.",
            PairConsoles => "Only an attendant or an owner may do this.",
            LookAtAccess => "Only an attendant, an auditor or an owner may see this.",
        }
    }
}
