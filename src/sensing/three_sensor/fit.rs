//! A smooth course through a few points: place, speed and deceleration by least squares.

/// The most points of one course: a little more than two laps of three sensors.
pub(super) const POINTS: usize = 7;

/// A course `turns = place + speed * t - deceleration / 2 * t * t`, with t in seconds from `origin`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BallPath {
    pub(super) origin: f64,
    pub(super) place: f64,
    pub(super) speed: f64,
    pub(super) deceleration: f64,
    /// The standard error of the deceleration for points with a standard error of one turn.
    pub(super) deceleration_error: f64,
    /// How far the points lie from the course, as a root of the mean square, in turns.
    pub(super) residual: f64,
}

impl BallPath {
    /// The course through `points` of time and turns, with the last point as origin. At least three at different times are needed.
    pub(super) fn through(points: &[(f64, f64)]) -> Option<Self> {
        let (origin, base) = *points.last()?;
        if points.len() < 3 {
            return None;
        }
        // Sums of powers of time, and of turns with them.
        let (mut s, mut y) = ([0.0_f64; 5], [0.0_f64; 3]);
        for (t, turns) in points {
            let (t, turns) = (t - origin, turns - base);
            let powers = [1.0, t, t * t, t * t * t, t * t * t * t];
            (0..5).for_each(|power| s[power] += powers[power]);
            (0..3).for_each(|power| y[power] += powers[power] * turns);
        }
        let minors = [s[2] * s[4] - s[3] * s[3], s[1] * s[4] - s[2] * s[3], s[1] * s[3] - s[2] * s[2]];
        let determinant = s[0] * minors[0] - s[1] * minors[1] + s[2] * minors[2];
        if determinant.is_nan() || determinant <= 1e-12 {
            return None;
        }
        let place = (y[0] * minors[0] - y[1] * minors[1] + y[2] * minors[2]) / determinant;
        let speed = (-y[0] * minors[1] + y[1] * (s[0] * s[4] - s[2] * s[2]) - y[2] * (s[0] * s[3] - s[1] * s[2])) / determinant;
        let bend = (y[0] * minors[2] - y[1] * (s[0] * s[3] - s[1] * s[2]) + y[2] * (s[0] * s[2] - s[1] * s[1])) / determinant;
        let error = 2.0 * libm::sqrt(((s[0] * s[2] - s[1] * s[1]) / determinant).max(0.0));
        let course = Self { origin, place: place + base, speed, deceleration: -2.0 * bend, deceleration_error: error, residual: 0.0 };
        let squares: f64 = points.iter().map(|(t, turns)| course.at(*t) - turns).map(|off| off * off).sum();
        Some(Self { residual: libm::sqrt(squares / points.len() as f64), ..course })
    }

    /// Where the ball is at `time`, in turns.
    pub(super) fn at(&self, time: f64) -> f64 {
        let t = time - self.origin;
        self.place + self.speed * t - self.deceleration / 2.0 * t * t
    }

    /// How fast it is at `time`, in turns a second.
    pub(super) fn speed_at(&self, time: f64) -> f64 {
        self.speed - self.deceleration * (time - self.origin)
    }
}
