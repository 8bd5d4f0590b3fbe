//! The list of lies, with how plausible each is.

/// How often a wheel in the field lies in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plausibility {
    /// Some wheel of a hall does it every week.
    Weekly,
    /// Some wheel of a hall does it every month.
    Monthly,
    /// It has been seen, or may be.
    Rare,
    /// Only where somebody wants it.
    Fraud,
}

impl Plausibility {
    /// Its name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
            Self::Rare => "rare",
            Self::Fraud => "fraud",
        }
    }
}

/// A way in which the index, the encoder, the clock, a line, the ball or the rotor lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Defect {
    /// The index sensor sees a second mark each turn: a scratch, a reflection, a loose screw.
    SecondMark,
    /// The same, but the second mark is not seen in every turn.
    SecondMarkWeak,
    /// The second mark stands just at a tooth of the encoder.
    SecondMarkOnTooth,
    /// Two more marks are seen each turn.
    TwoMarks,
    /// The index is missing in a part of its turns, up to four of ten.
    IndexFades,
    /// The index is silent from some moment on.
    IndexMissing,
    /// The index was never heard.
    IndexAbsent,
    /// The index is silent for seconds at a time: a loose plug.
    IndexBlocks,
    /// Every pulse of the index comes late by the same time, up to most of a tooth.
    IndexLate,
    /// The mark has a tear: its pulse is followed by another one.
    IndexDoubled,
    /// The mark is moved along the rotor while it turns.
    IndexMarkSlips,
    /// The index line picks up the hum of the mains.
    IndexHum,
    /// The index line shows pulses that nothing causes, now and then.
    IndexNoise,
    /// A part of the encoder's pulses is seen on the index line.
    IndexHearsEncoder,
    /// Pulses of a ball sensor are seen on the index line.
    IndexHearsBalls,
    /// The motor's drive is seen on the index line: bursts of short pulses.
    IndexHearsMotor,
    /// The encoder is silent from some moment on.
    EncoderMissing,
    /// The encoder was never heard.
    EncoderAbsent,
    /// The encoder is silent for parts of seconds at a time.
    EncoderBlocks,
    /// The encoder misses a part of its pulses, up to a third.
    EncoderDirty,
    /// Some teeth of the encoder's disc are missing.
    EncoderTeethMissing,
    /// A part of the encoder's pulses counts twice.
    EncoderDoubled,
    /// The encoder's disc slips on the rotor once.
    EncoderSlips,
    /// The encoder's disc slips on the rotor again and again.
    EncoderSlipsOften,
    /// The encoder's disc does not run true.
    EncoderEccentric,
    /// The disc has another number of teeth than the device file says.
    EncoderOtherDisc,
    /// The encoder line picks up the hum of the mains.
    EncoderHum,
    /// Pulses of the index and of the balls are seen on the encoder line.
    EncoderHearsIndex,
    /// The times of the kernel jump forward once, by 10 to 200 ms.
    ClockForward,
    /// The times of the kernel jump forward again and again.
    ClockForwardOften,
    /// The times of the kernel jump back once, by 10 to 200 ms.
    ClockBack,
    /// The same, and the edges were put into the order of their times.
    ClockBackSorted,
    /// The times of the kernel jump both ways again and again.
    ClockBothWays,
    /// The clock is steered: it runs too fast or too slowly by up to two hundredths, by turns.
    ClockDrifts,
    /// For moments at a time edges are stamped when they are handed over and not when they happen.
    EdgesLate,
    /// A queue runs over: nothing of any line for 50 ms to 2 s.
    EdgesLost,
    /// The queue runs over again and again.
    EdgesLostOften,
    /// Single edges of one line are lost, rising and falling ones.
    EdgesLostOfLine,
    /// A line is active for some seconds.
    LineStuckActive,
    /// A line is inactive for some seconds.
    LineStuckInactive,
    /// A line has the wrong polarity.
    LineInverted,
    /// Two ball sensors are plugged in the wrong way round.
    BallLinesSwapped,
    /// All three ball sensors are plugged in one place on.
    BallLinesTurned,
    /// Index and encoder are plugged in the wrong way round.
    IndexEncoderSwapped,
    /// One ball line shows the pulses of another as well.
    BallLineDoubled,
    /// A ball sensor sees nothing.
    BallSensorBlind,
    /// A ball sensor misses a part of its pulses.
    BallSensorWeak,
    /// A ball sensor is late by the same time, up to 40 ms.
    BallSensorLate,
    /// A ball sensor stands off its angle by 3 to 12 degrees.
    BallSensorMoved,
    /// A ball line picks up the hum of the mains.
    BallHum,
    /// Pulses of the index and the encoder are seen on a ball line.
    BallHearsIndex,
    /// Pulses of one ball sensor are seen by another one, in part.
    BallHearsBall,
    /// A ball lies in a pocket while another one is launched, and that one flies out.
    OldBallNewLost,
    /// A ball lies in a pocket while another one is launched and comes to rest as well.
    OldBallStays,
    /// The ball stays in its pocket: nothing is launched.
    OldBallNotLaunched,
    /// A second ball is dropped on the rotor.
    SecondBallLands,
    /// Something lies on the rotor beside the ball.
    ForeignObject,
    /// The ball sensors see a bright place of the rotor each turn.
    MarkOnRotor,
    /// The ball hangs on the turning rim of the rotor before it falls.
    BallHangs,
    /// The ball is taken out as soon as it lies.
    BallTaken,
    /// The rotor stands still for 50 to 300 ms, or is touched.
    RotorSticks,
    /// The rotor sticks again and again.
    RotorSticksOften,
    /// The rotor's speed is changed by up to an eighth.
    RotorDriven,
    /// The rotor stops while the ball runs.
    RotorStops,
    /// The rotor turns one turn fast and one slowly.
    RotorVaries,
    /// From some moment on the index sensor seldom sees its own mark, in up to four of ten turns: dirt, or a screw that has come loose.
    MarkFades,
    /// The index mark falls off the rotor.
    MarkFallsOff,
    /// For seconds at a time the encoder shows a few of its pulses only, every third to tenth or so.
    EncoderWeak,
    /// The encoder's disc is oval, or has three or four lobes.
    EncoderOval,
    /// The rotor turns more slowly than most, 10.5 to 14 times a minute.
    RotorSlow,
    /// The rotor turns faster than most, 20 to 29 times a minute.
    RotorFast,
}

impl Defect {
    /// All of them.
    pub const ALL: [Self; 71] = [
        Self::SecondMark,
        Self::SecondMarkWeak,
        Self::SecondMarkOnTooth,
        Self::TwoMarks,
        Self::IndexFades,
        Self::IndexMissing,
        Self::IndexAbsent,
        Self::IndexBlocks,
        Self::IndexLate,
        Self::IndexDoubled,
        Self::IndexMarkSlips,
        Self::IndexHum,
        Self::IndexNoise,
        Self::IndexHearsEncoder,
        Self::IndexHearsBalls,
        Self::IndexHearsMotor,
        Self::EncoderMissing,
        Self::EncoderAbsent,
        Self::EncoderBlocks,
        Self::EncoderDirty,
        Self::EncoderTeethMissing,
        Self::EncoderDoubled,
        Self::EncoderSlips,
        Self::EncoderSlipsOften,
        Self::EncoderEccentric,
        Self::EncoderOtherDisc,
        Self::EncoderHum,
        Self::EncoderHearsIndex,
        Self::ClockForward,
        Self::ClockForwardOften,
        Self::ClockBack,
        Self::ClockBackSorted,
        Self::ClockBothWays,
        Self::ClockDrifts,
        Self::EdgesLate,
        Self::EdgesLost,
        Self::EdgesLostOften,
        Self::EdgesLostOfLine,
        Self::LineStuckActive,
        Self::LineStuckInactive,
        Self::LineInverted,
        Self::BallLinesSwapped,
        Self::BallLinesTurned,
        Self::IndexEncoderSwapped,
        Self::BallLineDoubled,
        Self::BallSensorBlind,
        Self::BallSensorWeak,
        Self::BallSensorLate,
        Self::BallSensorMoved,
        Self::BallHum,
        Self::BallHearsIndex,
        Self::BallHearsBall,
        Self::OldBallNewLost,
        Self::OldBallStays,
        Self::OldBallNotLaunched,
        Self::SecondBallLands,
        Self::ForeignObject,
        Self::MarkOnRotor,
        Self::BallHangs,
        Self::BallTaken,
        Self::RotorSticks,
        Self::RotorSticksOften,
        Self::RotorDriven,
        Self::RotorStops,
        Self::RotorVaries,
        Self::MarkFades,
        Self::MarkFallsOff,
        Self::EncoderWeak,
        Self::EncoderOval,
        Self::RotorSlow,
        Self::RotorFast,
    ];

    /// The lie of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lie| lie.name() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// How plausible it is.
    #[must_use]
    pub const fn plausibility(self) -> Plausibility {
        self.entry().1
    }

    const fn entry(self) -> (&'static str, Plausibility) {
        use Plausibility::{Fraud, Monthly, Rare, Weekly};
        match self {
            Self::SecondMark => ("second-mark", Weekly),
            Self::SecondMarkWeak => ("second-mark-weak", Weekly),
            Self::SecondMarkOnTooth => ("second-mark-on-tooth", Rare),
            Self::TwoMarks => ("two-more-marks", Rare),
            Self::IndexFades => ("index-fades", Weekly),
            Self::IndexMissing => ("index-missing", Weekly),
            Self::IndexAbsent => ("index-absent", Monthly),
            Self::IndexBlocks => ("index-blocks", Weekly),
            Self::IndexLate => ("index-late", Rare),
            Self::IndexDoubled => ("index-doubled", Monthly),
            Self::IndexMarkSlips => ("index-mark-slips", Rare),
            Self::IndexHum => ("index-hum", Monthly),
            Self::IndexNoise => ("index-noise", Weekly),
            Self::IndexHearsEncoder => ("index-hears-encoder", Monthly),
            Self::IndexHearsBalls => ("index-hears-balls", Monthly),
            Self::IndexHearsMotor => ("index-hears-motor", Monthly),
            Self::EncoderMissing => ("encoder-missing", Weekly),
            Self::EncoderAbsent => ("encoder-absent", Monthly),
            Self::EncoderBlocks => ("encoder-blocks", Weekly),
            Self::EncoderDirty => ("encoder-dirty", Weekly),
            Self::EncoderTeethMissing => ("encoder-teeth-missing", Monthly),
            Self::EncoderDoubled => ("encoder-doubled", Monthly),
            Self::EncoderSlips => ("encoder-slips", Monthly),
            Self::EncoderSlipsOften => ("encoder-slips-often", Rare),
            Self::EncoderEccentric => ("encoder-eccentric", Monthly),
            Self::EncoderOtherDisc => ("encoder-other-disc", Rare),
            Self::EncoderHum => ("encoder-hum", Monthly),
            Self::EncoderHearsIndex => ("encoder-hears-index", Monthly),
            Self::ClockForward => ("clock-forward", Rare),
            Self::ClockForwardOften => ("clock-forward-often", Rare),
            Self::ClockBack => ("clock-back", Rare),
            Self::ClockBackSorted => ("clock-back-sorted", Rare),
            Self::ClockBothWays => ("clock-both-ways", Rare),
            Self::ClockDrifts => ("clock-drifts", Rare),
            Self::EdgesLate => ("edges-late", Monthly),
            Self::EdgesLost => ("edges-lost", Monthly),
            Self::EdgesLostOften => ("edges-lost-often", Rare),
            Self::EdgesLostOfLine => ("edges-lost-of-line", Monthly),
            Self::LineStuckActive => ("line-stuck-active", Weekly),
            Self::LineStuckInactive => ("line-stuck-inactive", Weekly),
            Self::LineInverted => ("line-inverted", Monthly),
            Self::BallLinesSwapped => ("ball-lines-swapped", Monthly),
            Self::BallLinesTurned => ("ball-lines-turned", Monthly),
            Self::IndexEncoderSwapped => ("index-encoder-swapped", Monthly),
            Self::BallLineDoubled => ("ball-line-doubled", Monthly),
            Self::BallSensorBlind => ("ball-sensor-blind", Weekly),
            Self::BallSensorWeak => ("ball-sensor-weak", Weekly),
            Self::BallSensorLate => ("ball-sensor-late", Rare),
            Self::BallSensorMoved => ("ball-sensor-moved", Monthly),
            Self::BallHum => ("ball-hum", Monthly),
            Self::BallHearsIndex => ("ball-hears-index", Monthly),
            Self::BallHearsBall => ("ball-hears-ball", Monthly),
            Self::OldBallNewLost => ("old-ball-new-lost", Rare),
            Self::OldBallStays => ("old-ball-stays", Rare),
            Self::OldBallNotLaunched => ("old-ball-not-launched", Weekly),
            Self::SecondBallLands => ("second-ball-lands", Fraud),
            Self::ForeignObject => ("foreign-object", Monthly),
            Self::MarkOnRotor => ("mark-on-rotor", Monthly),
            Self::BallHangs => ("ball-hangs", Weekly),
            Self::BallTaken => ("ball-taken", Fraud),
            Self::RotorSticks => ("rotor-sticks", Monthly),
            Self::RotorSticksOften => ("rotor-sticks-often", Rare),
            Self::RotorDriven => ("rotor-driven", Weekly),
            Self::RotorStops => ("rotor-stops", Monthly),
            Self::RotorVaries => ("rotor-varies", Monthly),
            Self::MarkFades => ("mark-fades", Monthly),
            Self::MarkFallsOff => ("mark-falls-off", Monthly),
            Self::EncoderWeak => ("encoder-weak", Monthly),
            Self::EncoderOval => ("encoder-oval", Rare),
            Self::RotorSlow => ("rotor-slow", Monthly),
            Self::RotorFast => ("rotor-fast", Monthly),
        }
    }
}
