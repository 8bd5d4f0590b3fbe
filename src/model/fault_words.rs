//! What each fault means and what to check first, for anybody who stands before the device with the door open.
//!
//! The pages say the same in four languages: `src/http/console/assets/words/faults/`.

use super::fault::FaultCode;

impl FaultCode {
    /// What the fault means, for a technician.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::LaunchFailed => "The launcher did not get the ball running on the rim.",
            Self::BallMissing => "The ball was not seen for longer than one turn of the rotor and more.",
            Self::Sensor => "A ball sensor is stuck on or off, or the wheel reports a sensor or encoder fault.",
            Self::Motor => "The rotor does not turn at a speed it can be driven at.",
            Self::DeviceLost => {
                "The device does not answer: it is unplugged, switched off, or silent for too long; or lines of the wheel cannot be used, or changes of them were lost."
            }
            Self::ResultDisputed => {
                "The device contradicted itself about the winning number: no number was accepted, or the one that was accepted before is in doubt."
            }
            Self::Stalled => "The device stayed in one state for longer than it ever should.",
            Self::DoorOpen => "The cabinet's door is not fully closed and locked; the wheel's motor, blower and ball release are off.",
            Self::LidOpen => "The lid over the wheel is open; the wheel's motor, blower and ball release are off.",
            Self::MainsLost => {
                "The mains are lost and the battery carries the cabinet; the wheel's motor, blower and ball release are off."
            }
            Self::EmergencyStop => "The emergency stop is pressed; the wheel's motor, blower and ball release are off.",
            Self::RotorNotTurning => "The rotor is driven and does not turn, or neither of its two sensors shows that it does.",
            Self::RotorTooSlow => "The rotor turns more slowly than it is driven, or too slowly for a spin.",
            Self::RotorTooFast => "The rotor turns faster than it is driven, or too fast for a spin.",
            Self::RotorSpeedVaries => "The rotor's speed changes from turn to turn and does not settle.",
            Self::RotorWrongWay => "The rotor turns the other way than it is driven, so the ball would run with it.",
            Self::RotorEncoder => {
                "The rotor's encoder is silent or shows few of its pulses while the index is seen turn by turn, or its disc runs out of true."
            }
            Self::RotorIndex => "The rotor's index is silent, or misses most turns, while its encoder is counted on.",
            Self::Babbling => "The wheel says more than one that works can, so it is not listened to for a while, and no ball is launched.",
            Self::RotorSecondIndex => "The index sensor sees a second mark of the rotor in a turn; no number can be believed.",
            Self::RotorIndexAgainstEncoder => {
                "The rotor's index comes elsewhere than its encoder's count has it: one of the two slipped, the rotor was stopped for a moment, edges were lost, their times jumped, or the two lines are exchanged."
            }
            Self::RotorHeldUp => {
                "The rotor was held up for a moment or the wheel's clock jumped, so nothing proves that the index mark stayed in its place."
            }
            Self::LineNoise => "A line of the wheel picks up hum, or the pulses of another line.",
            Self::TimesOutOfOrder => "The times of the wheel's lines run backwards, so nothing can be read by them.",
            Self::BallAlreadyLies => {
                "Something lay on the rotor while the launched ball still ran on the rim: another ball, or a foreign object."
            }
            Self::NoSpinsInARow => "Several spins in a row did not count, and no other fault says why.",
            Self::CardSourceLost => "The card device does not answer: it is unplugged, switched off, or silent for too long.",
            Self::CardSourceStalled => "A card or a shuffle takes longer than it ever should.",
            Self::CardSourceGarbled => {
                "What comes from the card device cannot be read: its lines are damaged, or it speaks another language."
            }
            Self::CardSourceDefect => "The card device reports a defect of its own: motors, sensors or camera.",
            Self::CardJam => "A card is stuck in the card device, and its own attempts did not free it.",
            Self::CardDoorOpen => "The door or the cover of the card device is open; no card is dealt until it is closed.",
            Self::CardHopperEmpty => "Cards are wanted of the card device and there are none in it.",
            Self::CardUnreadable => "A card came out or was counted that the card device could not read.",
            Self::DoubleFeed => "More than one card came out of the card device at once.",
            Self::DuplicateCard => "A card is in the deck more often than it may be.",
            Self::MissingCard => "A card that should be in the deck is not there.",
            Self::ForeignCard => "A card is in the deck that belongs to no pack of this game.",
            Self::WrongCardCount => "The deck has too many or too few cards.",
            Self::ShoeChanged => {
                "The cards in the card device are not the shoe that is dealt from: it was loaded or ordered by somebody else, or it is another device."
            }
            Self::CardSourceBabbling => {
                "The card device says more than one that works can, so it is not listened to for a while; no card is dealt from it."
            }
            Self::CardSourceContradiction => {
                "The card device has said two different things of the same cards: another card under a number, or another count."
            }
            Self::ClockStepped => {
                "The clock of the board went back, or forward by more time than has passed; times that were shown or printed may be wrong."
            }
            Self::ChanceDefect => "The program brought a draw that cannot have been drawn; nothing was paid by it.",
            Self::JournalEndUnproved => {
                "One of the two copies of the journal was lost, and the program had not ended in good order: what was recorded in the last seconds before may be missing."
            }
            Self::JournalDamaged => "What was read back of the journal's newest records is not what was recorded.",
            Self::DiskDefect => "The disk does not take what is written to it, or gives back something else.",
            Self::DiskNearlyFull => "The disk has hardly any room left; without room no bet can be recorded.",
            Self::DiskSlow => "The disk takes long to make a write durable, so every bet waits for it.",
            Self::ClockWrong => "The board's clock shows a time that cannot be, or does not run evenly.",
            Self::NetworkUnreachable => "No console can reach the cabinet: it does not answer at its own address, or no network is up.",
            Self::CabinetDoorOpen => "A door of the cabinet is open, or its switch says so; play goes on.",
            Self::DoorSwitch => {
                "It is not known whether a door of the cabinet is open: its switch shows no change, or its line cannot be read."
            }
            Self::LampDefect => "The cabinet's lamp cannot be switched: it may not show that somebody waits.",
        }
    }

    /// What to look at first.
    #[must_use]
    pub const fn what_to_check(self) -> &'static str {
        match self {
            Self::LaunchFailed => "Compressor and air pressure, a ball stuck in the tube, dust at the jet; then run the self-test.",
            Self::BallMissing => "Is the ball in the wheel? Clean or replace it; clean the rim sensors.",
            Self::Sensor => "Clean the three rim sensors and the ball, check their cables, calibrate with the ball fixed in zero.",
            Self::Motor => "Is the rotor free to turn? Check the motor, its controller, the encoder and its cable.",
            Self::DeviceLost => {
                "Power of the device, the serial cable and adapter, the port or the lines named in the cabinet file, and whether another program holds them."
            }
            Self::ResultDisputed => {
                "Look at the number in the wheel, then at the lines kept with the spin; respin or void the round, or continue where it is paid."
            }
            Self::Stalled => "Look at the wheel: is the ball running or stuck? Run the self-test; switch the wheel off and on.",
            Self::DoorOpen => "Close and lock the door. If it is closed: the door's switch, its magnet and its cable.",
            Self::LidOpen => {
                "Look for things that fell into the wheel, then close the lid. If it is closed: the lid's switch and its cable."
            }
            Self::MainsLost => "The plug, the fuse, the supply of the house; then the mains sensor of the battery and its cable.",
            Self::EmergencyStop => "Find out why it was pressed, make sure that nobody has a hand in the wheel, then release the button.",
            Self::RotorNotTurning => {
                "Turn the rotor by hand: does it run free? Then the belt, the motor and its supply; if it does turn, the cable of index and encoder."
            }
            Self::RotorTooSlow => "Bearing and belt, things that rub, the motor's supply; then full_rpm in the device file.",
            Self::RotorTooFast => {
                "The motor's controller and the line rotor-motor; pulses too many on the encoder; then full_rpm and encoder_pulses in the device file."
            }
            Self::RotorSpeedVaries => {
                "A belt that slips, a bearing that sticks, a loose index; then the motor's controller and gain in the device file."
            }
            Self::RotorWrongWay => "The line rotor-direction and its active_low in the cabinet file; the two wires of the motor.",
            Self::RotorEncoder => {
                "The encoder's sensor, its distance from the disc and its cable; dirt between the teeth; whether the disc sits fast and runs true; the line rotor-encoder in the cabinet file."
            }
            Self::Babbling => {
                "Its lines as they are kept with the spins: a loose cable, a sensor that flickers, another device on the line; then switch it off and on."
            }
            Self::RotorIndex => "The index sensor, its magnet or mark and its cable; the line rotor-index in the cabinet file.",
            Self::RotorSecondIndex => {
                "Scratches, screws and reflections on the rotor's way past the index sensor; the sensor's distance and its screen. Hold the table, look, calibrate; then let the table go on."
            }
            Self::RotorIndexAgainstEncoder => {
                "Hold the table and look at the wheel: does the index mark sit fast, at a tooth of the encoder? Does the disc sit fast and run true, does the rotor run free? Are the lines rotor-index and rotor-encoder exchanged? Calibrate; then let the table go on."
            }
            Self::RotorHeldUp => {
                "Turn the rotor by hand: does it run free, does anything rub or touch it? Then the kernel's log and its clock source."
            }
            Self::LineNoise => {
                "The screen and the ground of the sensors' cables, cables beside those of the motor and the blower, the bias of the line in the cabinet file."
            }
            Self::TimesOutOfOrder => "The kernel's log and its clock source; then start the board anew.",
            Self::BallAlreadyLies => {
                "Hold the table and open the wheel: take out every ball but one and all else that lies there; then let the table go on."
            }
            Self::NoSpinsInARow => {
                "Hold the table and look at the wheel, and at the last spins with their reasons: is each of the three ball sensors plugged in where it belongs and fast at its angle, is there one ball? Calibrate; then let the table go on."
            }
            Self::CardSourceLost => "Power of the device, the serial cable and adapter, the port named in the cabinet file.",
            Self::CardSourceStalled => {
                "Look at the card device: does a card wait to be drawn, does something turn? Open and close it; switch it off and on. No card is dealt twice."
            }
            Self::CardSourceGarbled => {
                "The serial cable and its screen, the speed of the line in the device file, whether this is the right device on this port."
            }
            Self::CardSourceDefect => {
                "Ask it for its status or its self-test and look up what it says; clean rollers, sensors and camera; then call service."
            }
            Self::CardJam => {
                "Open the device, take the card out without looking at it, put it back where the device's guide says, and close it."
            }
            Self::CardDoorOpen => "Close the device until it clicks; if it is closed, check the switch of its door or cover.",
            Self::CardHopperEmpty => "Put all packs of this table into the device, shuffled where it does not shuffle by itself.",
            Self::CardUnreadable => "Is the card marked, bent or dirty? Replace it or the pack; clean the camera's window.",
            Self::DoubleFeed => {
                "Take all cards of this deal back by the rule for misdeals; look for sticky or bent cards; clean the rollers."
            }
            Self::DuplicateCard => "Replace the pack at once; the deal in which it came is void.",
            Self::MissingCard => "Look for it on the table, in the discards and in the card device; else replace the pack.",
            Self::ForeignCard => "Take out jokers and cards with another back; replace the pack and count the new one.",
            Self::WrongCardCount => "Are all packs of this table in the card device, and only those? Count again or replace them.",
            Self::ShoeChanged => "Who used the device? Void the deal, shuffle anew and count.",
            Self::CardSourceBabbling => {
                "The serial cable and its connectors, another device on the line, a door or sensor that flickers; then switch the device off and on."
            }
            Self::CardSourceContradiction => {
                "What was dealt stays. Compare the cards on the table with the record, load fresh cards, then let the table go on; if it comes again, have the device checked."
            }
            Self::ClockStepped => "Compare the time on this page with a right clock and set the board's clock; then let the table go on.",
            Self::ChanceDefect => "The draws in the journal against the rules of the table; leave the table out of play and call service.",
            Self::JournalEndUnproved => {
                "Compare each seat's credit with the last payments in and out that people remember or have in writing, and correct it; have the disk looked at; then let the wheel's table go on, and all others do."
            }
            Self::JournalDamaged => {
                "Let nobody play; close the cabinet, run croupierctl journal verify and then journal rebuild, and have the disk replaced."
            }
            Self::DiskDefect => {
                "The kernel's log for errors of the disk; is it mounted for reading only? Replace the disk or card; the other copy of the journal stays."
            }
            Self::DiskNearlyFull => {
                "What fills the folder of the data and the disk: captures, logs, old backups? Move them away. Or export and remove records of former years (croupierctl journal trim)."
            }
            Self::DiskSlow => {
                "Does something else write all the time? A card that is worn out becomes slow first: replace it before it fails."
            }
            Self::ClockWrong => {
                "Is the board on the network, and does its time service run? A board without a battery clock begins anywhere: set it, or give it one."
            }
            Self::NetworkUnreachable => {
                "The cable and the switch of the cabinet's network, the board's address, and the address that the service is started with."
            }
            Self::CabinetDoorOpen => {
                "Who opened it, and what for? Close and lock the door, then test it. If it is closed: its magnet, its switch and its plug."
            }
            Self::DoorSwitch => {
                "The door's magnet, its switch and its plug; the chip and the line that the cabinet file names, and who holds them."
            }
            Self::LampDefect => "The lamp's plug and its relay; the chip and the line that the cabinet file names, and who holds them.",
        }
    }
}
