//! What a machine remembers without power: the newest order, how it ended, and whose shoe it holds.

/// An order as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) host: String,
    pub(super) number: u64,
    /// What is to be done.
    pub(super) words: Vec<String>,
}

impl Order {
    /// The order of this name; none where it is no name of an order.
    pub(super) fn new(id: &str, words: &[&str]) -> Option<Self> {
        let (host, number) = id.split_once('-')?;
        let is_host = host.len() == 8 && host.chars().all(|digit| digit.is_ascii_digit() || ('A'..='F').contains(&digit));
        let number = number.parse().ok().filter(|_| is_host && number.chars().all(|digit| digit.is_ascii_digit()))?;
        Some(Self { host: host.to_owned(), number, words: words.iter().map(|&word| word.to_owned()).collect() })
    }

    pub(super) fn id(&self) -> String {
        format!("{}-{}", self.host, self.number)
    }
}

/// What is remembered.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    newest: Option<Order>,
    /// How the newest order ended; none while it runs.
    ending: Option<String>,
    /// The shuffle that made the shoe.
    pub(super) shoe: Option<Order>,
    /// What was wrong with the cards when they were last counted, in the word of a state.
    pub(super) defect: Option<&'static str>,
    /// Whether the cards were last verified and found complete.
    pub(super) is_verified: bool,
}

impl Memory {
    pub(super) fn is_newest(&self, order: &Order) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.id() == order.id())
    }

    /// Whether it is the newest order in every word; one that was called off before it came is it in any words.
    pub(super) fn is_same(&self, order: &Order) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.words == order.words || newest.words == ["OFF"])
    }

    pub(super) fn is_old(&self, order: &Order) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.host == order.host && newest.number > order.number)
    }

    /// Notes an order before anything moves. One of another host ends the shoe.
    pub(super) fn begin(&mut self, order: Order) {
        if self.newest.as_ref().is_some_and(|newest| newest.host != order.host) {
            self.shoe = None;
        }
        self.newest = Some(order);
        self.ending = None;
    }

    pub(super) fn end(&mut self, ending: String) {
        self.ending = Some(ending);
    }

    /// How the newest order ended; what was begun and has no end ended in the dark.
    pub(super) fn ending(&self) -> &str {
        self.ending.as_deref().unwrap_or("FAIL UNKNOWN")
    }

    /// The shoe and the newest order as the status gives them.
    pub(super) fn in_words(&self, is_held: bool) -> String {
        let shoe = self.shoe.as_ref().map_or("-".to_owned(), Order::id);
        let progress = match &self.ending {
            Some(_) => "DONE",
            None if is_held => "HELD",
            None => "RUN",
        };
        let newest = self.newest.as_ref().map_or("-".to_owned(), |newest| format!("{}/{progress}", newest.id()));
        format!("{shoe} {newest}")
    }
}
