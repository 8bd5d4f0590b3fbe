//! The table at which a golden round is played: a cabinet, its time, and the rules that were laid out for it.

use super::script::{Action, Moment, Of};
use super::told::tell;
use crate::cabinet::{Cabinet, Outcome, Terms};
use crate::games::roulette::Rules;
use crate::model::{Command, Event, Input, Money, PhaseView, Refusal, SpinNumber, Timestamp, What, WheelEvent, WheelHappening, WheelWish};
use crate::profiles::{Checked, Kind, load};

/// Ten in the morning on 1 March 2027: any moment will do, for only differences matter.
const START: Timestamp = Timestamp::from_microseconds(1_803_895_200_000_000);

/// The most a seat's credit may come to where a round does not say otherwise.
const CREDIT_MOST: Money = Money::from_minor(1_000_000_000_000);

/// How many moments may come due one after the other while time passes, before the cabinet is held to be stuck.
const WAKES_MOST: usize = 1_000;

/// A table and what happened at it since it was last asked.
pub(super) struct Table {
    cabinet: Option<Cabinet>,
    now: Timestamp,
    newest_spin: SpinNumber,
    rules: Option<LaidOut>,
    /// Whether `rules` are not in the cabinet yet.
    rules_are_new: bool,
}

/// The rules as the round has laid them out.
struct LaidOut {
    name: String,
    keys: toml::Table,
    credit_most: Money,
}

/// What an action brought about.
#[derive(Default)]
pub(super) struct Told {
    pub(super) sentences: Vec<String>,
    /// The refusal, where the action was refused; it must be expected.
    pub(super) refused: Option<Refusal>,
}

impl Table {
    pub(super) fn new() -> Self {
        Self { cabinet: None, now: START, newest_spin: 0, rules: None, rules_are_new: false }
    }

    pub(super) fn cabinet(&self) -> Option<&Cabinet> {
        self.cabinet.as_ref()
    }

    /// Does the action.
    ///
    /// # Errors
    /// Why it cannot be done at all, in words.
    pub(super) fn act(&mut self, action: Action) -> Result<Told, String> {
        match action {
            Action::Rules(name) => self.lay_out(name),
            Action::Setting(key, value) => self.change(&key, &value),
            action => {
                let mut told = self.put_rules_in_force()?;
                let more = self.act_at_table(action)?;
                told.sentences.extend(more.sentences);
                Ok(Told { refused: more.refused, ..told })
            }
        }
    }

    fn act_at_table(&mut self, action: Action) -> Result<Told, String> {
        match action {
            Action::Command { who, key, round, order } => match order {
                Ok(order) => Ok(self.step(What::Command(Command { who, key, round, order }))),
                Err(refusal) => Ok(refused(refusal)),
            },
            Action::Wheel(happening, of) => Ok(self.wheel(happening, of)),
            Action::Until(moment) => self.until(moment),
            Action::Pass(span) => self.pass_until(self.now.after(span)),
            Action::Restart => self.restart(),
            Action::Rules(_) | Action::Setting(..) => Err("rules are laid out before they are played".into()),
        }
    }

    fn lay_out(&mut self, name: String) -> Result<Told, String> {
        let rules = load::<Rules>(Kind::Rules, &name).map_err(|error| error.to_string())?.value;
        let keys = toml::Table::try_from(rules).map_err(|error| error.to_string())?;
        self.rules = Some(LaidOut { name, keys, credit_most: CREDIT_MOST });
        self.rules_are_new = true;
        Ok(Told::default())
    }

    /// Gives one key of the rules another value; what is no TOML value is taken for a word.
    fn change(&mut self, key: &str, value: &str) -> Result<Told, String> {
        let laid_out = self.rules.as_mut().ok_or("a setting changes the rules, and there are none yet")?;
        self.rules_are_new = true;
        let parsed = format!("value = {value}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("value"));
        let value = parsed.unwrap_or_else(|| toml::Value::String(value.into()));
        if key == "credit_most" {
            laid_out.credit_most = Money::from_minor(value.as_integer().ok_or("credit_most is an amount")?);
            return Ok(Told::default());
        }
        let (path, last) = key.rsplit_once('.').map_or((None, key), |(path, last)| (Some(path), last));
        let mut table = &mut laid_out.keys;
        for part in path.into_iter().flat_map(|path| path.split('.')) {
            table = table.get_mut(part).and_then(toml::Value::as_table_mut).ok_or_else(|| format!("the rules have no table {part:?}"))?;
        }
        table.insert(last.into(), value);
        Ok(Told::default())
    }

    /// Brings the rules that were laid out into the cabinet: the first make it, later ones wait for the next round.
    fn put_rules_in_force(&mut self) -> Result<Told, String> {
        if !core::mem::take(&mut self.rules_are_new) {
            return if self.cabinet.is_some() { Ok(Told::default()) } else { Err("a round begins with its rules".into()) };
        }
        let terms = self.rules.as_ref().ok_or("there are no rules")?.terms()?.to_bytes();
        let event = What::Event(Event::Terms { terms });
        if self.cabinet.is_some() {
            return Ok(self.step(event));
        }
        let (cabinet, step) = Cabinet::begin(&Input { number: 1, at: self.now, what: event }).map_err(|_| "the rules cannot be read")?;
        self.cabinet = Some(cabinet);
        Ok(Told { sentences: step.facts.iter().flat_map(tell).collect(), refused: None })
    }

    fn step(&mut self, what: What) -> Told {
        let cabinet = self.cabinet.as_mut().expect("the cabinet is made before anything is done at it");
        let before = cabinet.clone();
        let outcome = cabinet.step(&Input { number: cabinet.number() + 1, at: self.now, what });
        if let WheelWish::Launch(spin) = cabinet.outstanding().wheel {
            self.newest_spin = spin;
        }
        match outcome {
            Outcome::Done(step) => Told { sentences: step.facts.iter().flat_map(tell).collect(), refused: None },
            Outcome::Repeated { number } => {
                assert!(*cabinet == before, "a repeated command changes nothing");
                Told { sentences: vec!["repeated".into(), format!("repeated input {number}")], refused: None }
            }
            Outcome::Overdue => panic!("every moment on the way is played when time passes"),
            Outcome::Refused(refusal) => {
                assert!(*cabinet == before, "a refused command changes nothing");
                refused(refusal)
            }
        }
    }

    fn wheel(&mut self, happening: WheelHappening, of: Of) -> Told {
        let is_of_a_spin = matches!(
            happening,
            WheelHappening::BallLaunched
                | WheelHappening::NoMoreBets
                | WheelHappening::Result(_)
                | WheelHappening::NoSpin(_)
                | WheelHappening::Fault { .. }
        );
        let spin = match of {
            Of::Newest => is_of_a_spin.then_some(self.newest_spin),
            Of::Spin(number) => Some(number),
            Of::Nobody => None,
        };
        self.step(What::Event(Event::Wheel(WheelEvent { spin, happening, evidence: Vec::new() })))
    }

    fn until(&mut self, moment: Moment) -> Result<Told, String> {
        let cabinet = self.cabinet.as_ref().expect("the cabinet is made before anything is done at it");
        let phase = cabinet.views(cabinet.rules_view().into()).cabinet.phase;
        let fits = match moment {
            Moment::Countdown => phase == PhaseView::Open,
            Moment::Pause => phase == PhaseView::Paid,
            Moment::RunningBall => phase == PhaseView::BallRunning,
            Moment::Spin => matches!(phase, PhaseView::BallRunning | PhaseView::Closed),
        };
        match cabinet.outstanding().wake_at {
            Some(wake_at) if fits => self.pass_until(wake_at),
            _ => Err(format!("nothing of the kind is awaited; the phase is {phase:?}")),
        }
    }

    /// Lets time pass until `end`, with every moment that the cabinet waits for on the way.
    fn pass_until(&mut self, end: Timestamp) -> Result<Told, String> {
        let mut told = Told::default();
        for _ in 0..WAKES_MOST {
            let wake_at = self.cabinet.as_ref().and_then(|cabinet| cabinet.outstanding().wake_at).filter(|wake_at| *wake_at <= end);
            let Some(wake_at) = wake_at else {
                self.now = end;
                return Ok(told);
            };
            self.now = self.now.max(wake_at);
            told.sentences.extend(self.step(What::Event(Event::Wake)).sentences);
        }
        Err("the cabinet wants to be woken again and again".into())
    }

    /// The program stops at once and starts again from what it had written down.
    fn restart(&mut self) -> Result<Told, String> {
        let bytes = self.cabinet.as_ref().expect("the cabinet is made before anything is done at it").to_bytes();
        let restored = Cabinet::from_bytes(&bytes).ok_or("the checkpoint cannot be read")?;
        if self.cabinet.as_ref() != Some(&restored) {
            return Err("the checkpoint holds another state".into());
        }
        self.cabinet = Some(restored);
        Ok(self.step(What::Event(Event::Started { version: "golden round".into() })))
    }
}

impl LaidOut {
    fn terms(&self) -> Result<Terms, String> {
        let rules: Rules = self.keys.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        rules.check().map_err(|problem| format!("{}: expected {}", problem.key, problem.expected))?;
        Ok(Terms {
            rules_name: self.name.clone(),
            rules_sha256: [0; 32],
            roulette: rules,
            currency: "XTS".into(),
            decimals: 0,
            chips: vec![Money::from_minor(1)],
            credit_most: self.credit_most,
            files: Vec::new(),
            card_tables: Vec::new(),
        })
    }
}

fn refused(refusal: Refusal) -> Told {
    Told { sentences: vec![format!("refused {}", refusal.name())], refused: Some(refusal) }
}
