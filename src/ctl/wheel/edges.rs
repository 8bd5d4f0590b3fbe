//! The events of an edge trace, in the trace's own time.

use crate::model::{Span, WheelEvent};
use crate::sensing::three_sensor::{Edge, Parameters, Wheel};

/// The events of a trace, each with its time from the file's start. The wheel's timers run between the edges, and stop with the last
/// one: what would have happened after it is not known.
pub(super) fn events(parameters: Parameters, edges: &[Edge]) -> Vec<(Span, WheelEvent)> {
    let mut wheel = Wheel::new(parameters);
    let mut events = Vec::new();
    for edge in edges {
        while let Some(due) = wheel.next_wake().filter(|due| *due <= edge.at_nanoseconds) {
            wheel.wake(due);
            collect(&mut wheel, due, &mut events);
        }
        wheel.edge(*edge);
        collect(&mut wheel, edge.at_nanoseconds, &mut events);
    }
    events
}

fn collect(wheel: &mut Wheel, nanoseconds: u64, events: &mut Vec<(Span, WheelEvent)>) {
    let at = Span::from_microseconds(nanoseconds / 1_000);
    events.extend(std::iter::from_fn(|| wheel.poll_event()).map(|event| (at, event)));
}
