//! The figures of a spin, by its edges alone: they are run through the live wheel once more, and what it believed is measured.
//!
//! Here never lives anything that a pocket is read by: these figures decide nothing.

mod ball;
mod heard;
mod pocket;
mod turning;

use super::drop_zone::RimRun;
use super::edge::Edge;
use super::parameters::Parameters;
use super::pulses::seconds;
use super::wheel::Wheel;
use crate::model::{Pocket, SpinFigures, WheelHappening};

use heard::Heard;
use turning::Turning;

/// A spin that was decoded again from its edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// What a technician looks at first.
    pub figures: SpinFigures,
    /// What its ball showed on the rim, where it ran there.
    pub run: Option<RimRun>,
}

/// When what happened, in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    launched: Option<f64>,
    closed: Option<f64>,
    left_rim: Option<f64>,
    ended: Option<f64>,
    pocket: Option<Pocket>,
}

impl Measured {
    /// Of the edges of one spin, in the order of time.
    #[must_use]
    pub fn of(edges: &[Edge], parameters: &Parameters) -> Self {
        let mut wheel = Wheel::new(parameters.clone());
        let mut moments = Moments::default();
        for edge in edges {
            wheel.edge(*edge);
            while let Some(event) = wheel.poll_event() {
                moments.note(&event.happening, seconds(edge.at_nanoseconds));
            }
        }
        let heard = Heard::of(edges, parameters);
        let turning = Turning::of(&heard.rotor, parameters);
        let run = wheel.rim_run();
        let rpm_at = |at: Option<f64>| turning.rpm_at(at?).map(|rpm| whole(rpm * 100.0));
        let mut figures = SpinFigures {
            rotor_at_launch_centirpm: rpm_at(moments.launched),
            rotor_at_close_centirpm: rpm_at(moments.closed),
            rotor_at_drop_centirpm: rpm_at(moments.left_rim),
            rotor_at_end_centirpm: rpm_at(moments.ended),
            rotor_lines: turning.lines(),
            ..SpinFigures::default()
        };
        ball::measure(&mut figures, &wheel, moments.closed);
        pocket::measure(&mut figures, &heard, &turning, &moments, parameters);
        Self { figures, run }
    }
}

impl Moments {
    fn note(&mut self, happening: &WheelHappening, at: f64) {
        match happening {
            WheelHappening::BallLaunched => self.launched = Some(at),
            WheelHappening::NoMoreBets => self.closed = Some(at),
            WheelHappening::LeftRim { .. } => self.left_rim = Some(at),
            WheelHappening::Result(pocket) => (self.ended, self.pocket) = (Some(at), Some(*pocket)),
            WheelHappening::NoSpin(_) | WheelHappening::Fault { .. } => self.ended = self.ended.or(Some(at)),
            WheelHappening::Opened
            | WheelHappening::Closed
            | WheelHappening::FaultCleared(_)
            | WheelHappening::SelfTested { .. }
            | WheelHappening::Silence => {}
        }
    }
}

/// A figure as a whole number; what is negative or none is nothing.
fn whole(figure: f64) -> u32 {
    libm::round(figure) as u32
}

/// The mean of these, if there are any.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
