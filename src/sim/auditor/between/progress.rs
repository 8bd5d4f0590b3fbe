//! How far a deal has come, reckoned from its history alone, and what must come next.

mod acting;
mod boxed;
mod stub;

use self::boxed::LastCard;
pub(super) use self::stub::Extra;
use self::stub::Stub;
use super::again::Left;
use super::deal::{Deal, Entry, Item, plan};
use super::exchange::Sale;
use super::mistakes::Mistakes;
use super::open_cards;
use super::round::{Made, Round, Wagers};
use super::rules::PlayerRules;
use super::trading::Trade;
use super::{after, require};
use crate::model::{BoxNumber, Card, CardPlace, Face, SEATS, Seat};

/// What one who was dealt in has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Player {
    /// Whether he has a hand that can win.
    pub(super) is_live: bool,
    /// What lies before him.
    pub(super) stack: i64,
    /// What he has put into the deal.
    pub(super) total: i64,
    /// What of it he has put in before this play, where the deal is played again for a bank (TPAM-8).
    pub(super) before: i64,
    /// What of it he has put into this round, the ante apart.
    pub(super) bet: i64,
    /// Whether he need not be asked any more in this round where nothing is owed.
    has_spoken: bool,
    /// Whether he has acted in this round (SPB-A06).
    has_acted: bool,
    /// What was wagered in this round until he last acted.
    seen: Made,
    pub(super) down: Vec<Card>,
    pub(super) up: Vec<Card>,
    /// TPAM-45: whether he takes no more cards.
    pub(super) has_stopped: bool,
    /// TPAM-37: in which tradings he has paid.
    pub(super) openings: Vec<usize>,
    /// What he has paid for cards in this play, which nobody has to match (TPAM-24).
    pub(super) for_bank: i64,
    /// How many cards he has bought.
    pub(super) bought: u8,
    /// SPG-84: whether everybody has seen his last closed card.
    pub(super) shows_seventh: bool,
    /// SPG-84: whether he plays for what lay in the pot before the last round alone.
    plays_for_pot: bool,
    /// SPG-A22: whether he has no choice.
    is_forced: bool,
}

impl Player {
    /// The deal is played again, with him or without him; what he has put in stays (TPAM-8).
    pub(super) fn again(&self, plays: bool) -> Self {
        let Self { stack, total, before, .. } = *self;
        Self { is_live: plays, stack, total, before, ..Self::default() }
    }

    /// His closed and his open cards as they are looked back at: one that everybody has seen lies open (SPG-84).
    pub(super) fn lying_in_the_end(&self) -> (Vec<Card>, Vec<Card>) {
        let (mut down, mut up) = (self.down.clone(), self.up.clone());
        up.extend(self.shows_seventh.then(|| down.pop()).flatten());
        (down, up)
    }
}

/// What must come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// One of these forced bets.
    Post(Vec<(Seat, i64)>),
    Card(CardPlace, Face),
    /// One of these hands is dead.
    Kill(Vec<Seat>),
    Act(Seat),
    /// The attendant's word that the cards that go back are in the stub.
    Stub,
    /// These play again for a bank (TPAM-8).
    Again(Vec<Seat>),
    Settlement,
}

/// How far a deal has come.
#[derive(Clone, Debug)]
pub(super) struct Progress<'a> {
    pub(super) rules: &'a PlayerRules,
    pub(super) deal: &'a Deal,
    players: [Option<Player>; SEATS],
    pub(super) board: Vec<Card>,
    plan: Vec<Item>,
    at: usize,
    /// Who has had his card of the item under way.
    served: Vec<Seat>,
    posts: Vec<(Seat, i64)>,
    kills: Vec<Seat>,
    /// Whether the first cards are dealt, and it was not said yet who is not there.
    pub(super) awaits_absent: bool,
    pub(super) round: Option<Round>,
    pub(super) trade: Option<Trade>,
    pub(super) sale: Option<Sale>,
    /// How many betting rounds, tradings or sales have opened, and how many of them before this play.
    pub(super) rounds: usize,
    pub(super) rounds_before: usize,
    /// What is left of the plays before, and what is asked about it.
    pub(super) left: Left,
    pub(super) mistakes: Mistakes,
    pub(super) stub: Stub,
    /// The card that came last, as long as it may be told to be boxed.
    last_card: Option<LastCard<'a>>,
    /// Whether the bring-in of this deal was posted.
    is_brought_in: bool,
    /// Whether the card that comes is one that is asked for later as the last one.
    keeps_card: bool,
    /// How many were dealt in.
    dealt_in: usize,
    /// What of the blinds was not there to be posted (SPB-A07).
    short_blinds: i64,
    /// Whether a round ended with at most one who has chips.
    pub(super) is_betting_over: bool,
    /// Who made the last wager of the last round.
    pub(super) last_wager: Option<Seat>,
}

impl<'a> Progress<'a> {
    /// # Errors
    /// What in the history cannot have happened.
    pub(super) fn of(rules: &'a PlayerRules, deal: &'a Deal) -> Result<Self, String> {
        let mut progress = Self::begin(rules, deal);
        progress.advance();
        for (nth, entry) in deal.history.iter().enumerate() {
            progress.keeps_card = boxed::may_be_boxed_before(&deal.history[nth + 1..]);
            progress.take(entry)?;
            progress.advance();
        }
        Ok(progress)
    }

    fn begin(rules: &'a PlayerRules, deal: &'a Deal) -> Self {
        let mut players: [Option<Player>; SEATS] = Default::default();
        for (seat, stack) in &deal.players {
            players[seat.index()] = Some(Player { is_live: true, stack: *stack, ..Player::default() });
        }
        let mut progress = Self {
            rules,
            deal,
            players,
            board: Vec::new(),
            plan: plan_of(rules),
            at: 0,
            served: Vec::new(),
            posts: Vec::new(),
            kills: Vec::new(),
            awaits_absent: false,
            round: None,
            trade: None,
            sale: None,
            rounds: 0,
            rounds_before: 0,
            left: Left::default(),
            mistakes: Mistakes::default(),
            stub: Stub::default(),
            last_card: None,
            is_brought_in: false,
            keeps_card: false,
            dealt_in: deal.players.len(),
            short_blinds: 0,
            is_betting_over: false,
            last_wager: None,
        };
        progress.posts = progress.forced_at_start();
        progress
    }

    /// SPB-1, SPB-3, SPB-5: ante and blind of each, or what he has.
    fn forced_at_start(&mut self) -> Vec<(Seat, i64)> {
        let mut posts = Vec::new();
        for (seat, stack) in &self.deal.players {
            let blind = self.blind_of(*seat);
            let due = self.rules.amounts.ante + blind;
            let amount = due.min(*stack);
            let of_blind = amount - self.rules.amounts.ante.min(*stack);
            self.short_blinds += blind - of_blind;
            if amount > 0 {
                posts.push((*seat, amount));
            }
        }
        posts
    }

    fn blind_of(&self, seat: Seat) -> i64 {
        let is_player = |other: &Seat| self.deal.players.iter().any(|(player, _)| player == other);
        // TPAM-40, TPAM-Q19: the first hand is the nearest to the dealer's left, whom the button stands for.
        if self.rules.variant.is_of_decree() && after(self.deal.button).find(is_player) == Some(seat) {
            return self.rules.amounts.big_blind;
        }
        match self.deal.blinds {
            Some((small, _)) if small == seat => self.rules.amounts.small_blind,
            Some((_, big)) if big == seat => self.rules.amounts.big_blind,
            _ => 0,
        }
    }

    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players[seat.index()].as_ref()
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players[seat.index()].as_mut()
    }

    /// Who has a hand that can win, clockwise from the button.
    pub(super) fn live(&self) -> Vec<Seat> {
        after(self.deal.button).filter(|seat| self.player(*seat).is_some_and(|player| player.is_live)).collect()
    }

    /// Who of them has chips.
    fn contenders(&self) -> Vec<Seat> {
        self.live().into_iter().filter(|seat| self.player(*seat).is_some_and(|player| player.stack > 0 && !player.plays_for_pot)).collect()
    }

    pub(super) fn pot(&self) -> i64 {
        self.players.iter().flatten().map(|player| player.total).sum()
    }

    pub(super) fn next(&self) -> Next {
        if !self.posts.is_empty() {
            return Next::Post(self.posts.clone());
        }
        if !self.kills.is_empty() {
            return Next::Kill(self.kills.clone());
        }
        if let Some(seats) = &self.left.due {
            return Next::Again(seats.clone());
        }
        if let Some(seat) = self.asked_to_divide() {
            return Next::Act(seat);
        }
        match self.plan.get(self.at) {
            _ if self.live().len() <= 1 => Next::Settlement,
            None => Next::Settlement,
            Some(_) if self.stub.going.is_some() => Next::Stub,
            Some(Item::Betting) if self.mistakes.owed.is_some() => {
                Next::Card(hand_of(self.mistakes.owed.expect("a card is owed")), Face::Down)
            }
            Some(Item::Burn) => Next::Card(CardPlace::Discard, Face::Down),
            Some(Item::Board) => Next::Card(CardPlace::Board, Face::Up),
            Some(Item::Each(face)) => {
                let seat = self.unserved().expect("somebody is to have a card");
                Next::Card(hand_of(seat), self.face_for(seat, *face))
            }
            Some(Item::Exchange) => match self.is_served() {
                Some(seat) => Next::Card(hand_of(seat), Face::Down),
                None => Next::Act(self.buyer().expect("a sale in which nobody is asked is over")),
            },
            Some(Item::Trading) => Next::Act(self.trader().expect("a trading in which nobody is asked is over")),
            Some(Item::Betting) => Next::Act(self.actor().expect("a round in which nobody is asked is over")),
        }
    }

    /// SPG-19, SPG-25, SPG-52, ST-2: from the small blind on, at the studs from the dealer's left; TPAM-4: there too.
    fn unserved(&self) -> Option<Seat> {
        let takes = |player: &Player| player.is_live && !player.has_stopped;
        let is_next = |seat: &Seat| self.player(*seat).is_some_and(takes) && !self.served.contains(seat);
        if self.rules.variant.is_of_decree() || self.rules.variant.has_stake_alone() {
            return after(self.deal.button).find(is_next);
        }
        match self.deal.blinds {
            Some((small, _)) => core::iter::once(small).chain(after(small)).find(is_next),
            None => Seat::all().find(is_next),
        }
    }

    /// Whether nothing more is dealt, asked, or put in by itself in this play.
    pub(super) fn is_play_over(&self) -> bool {
        let is_settled = self.posts.is_empty() && self.kills.is_empty() && !self.awaits_absent;
        is_settled && (self.live().len() <= 1 || self.at == self.plan.len())
    }

    /// The course from the first card on once more, with nothing of the play before.
    pub(super) fn begin_again(&mut self) {
        (self.at, self.rounds_before, self.short_blinds) = (0, self.rounds, 0);
        (self.is_betting_over, self.last_wager) = (false, None);
        (self.round, self.trade, self.sale) = (None, None, None);
        self.board.clear();
        self.served.clear();
    }

    pub(super) fn each_player(&mut self, mut change: impl FnMut(Seat, &mut Player)) {
        for seat in Seat::all() {
            self.players[seat.index()].iter_mut().for_each(|player| change(seat, player));
        }
    }

    fn advance(&mut self) {
        self.go_on();
        self.compare_where_over();
    }

    fn go_on(&mut self) {
        while self.live().len() > 1 && self.posts.is_empty() && self.kills.is_empty() && !self.awaits_absent {
            self.begin_street();
            if self.stub.going.is_some() {
                return;
            }
            match self.plan.get(self.at) {
                // TPAM-44: a round follows on a new card; where nobody takes one, none does.
                Some(Item::Each(_)) if self.unserved().is_none() && self.served.is_empty() => {
                    self.at = self.plan.len();
                    return;
                }
                Some(Item::Each(_)) if self.unserved().is_none() => self.served.clear(),
                Some(Item::Betting) if self.mistakes.owed.is_some() => return,
                Some(Item::Burn) if self.mistakes.is_burnt => self.mistakes.is_burnt = false,
                Some(Item::Betting) if self.round.is_none() => {
                    self.open_round();
                    continue;
                }
                Some(Item::Betting) if self.actor().is_none() => self.close_round(),
                Some(Item::Exchange) if self.sale.is_none() => {
                    self.open_sale();
                    continue;
                }
                Some(Item::Exchange) if self.is_served().is_none() && self.buyer().is_none() => self.close_sale(),
                Some(Item::Trading) if self.trade.is_none() => {
                    self.open_trade();
                    continue;
                }
                Some(Item::Trading) if self.trader().is_none() => self.close_trade(),
                _ => return,
            }
            self.at += 1;
        }
    }

    fn open_round(&mut self) {
        let nth = self.rounds;
        let (from, is_from_first) = self.first_of_round(nth);
        // SPB-A04: in the first round everybody dealt in is counted.
        let players_at_start = if nth == 0 && !self.rules.variant.has_stake_alone() { self.dealt_in } else { self.contenders().len() };
        let live = self.live();
        let has_pair = live.iter().any(|seat| self.player(*seat).is_some_and(|player| open_cards::has_pair(&player.up)));
        let doubles = nth == 1 && !self.rules.variant.has_board() && self.rules.open_pair_doubles && has_pair;
        self.begin_questions();
        self.round = Some(Round::open(self.rules, nth, players_at_start, doubles, from, is_from_first));
        if nth == 0 && self.rules.variant.brings_in() {
            self.owe_bring_in(from);
        }
    }

    pub(super) fn clear_bets(&mut self) {
        for player in self.players.iter_mut().flatten() {
            (player.bet, player.has_spoken, player.has_acted, player.seen) = (0, false, false, Made::default());
        }
    }

    /// SPB-8, SPB-9.
    fn first_of_round(&self, nth: usize) -> (Seat, bool) {
        let button = self.deal.button;
        match (self.deal.blinds, nth) {
            (Some((_, big)), 0) => (big, false),
            (Some(_), _) => (button, false),
            (None, _) if self.rules.variant.has_stake_alone() => (button, false),
            (None, 0) if self.rules.variant.brings_in() => {
                let open = |seat: &Seat| Some((*seat, *self.player(*seat)?.up.first()?));
                (open_cards::lowest(&self.live().iter().filter_map(open).collect::<Vec<_>>()).unwrap_or(button), false)
            }
            (None, _) => (self.highest_open().unwrap_or(button), true),
        }
    }

    /// Who shows the highest open hand.
    pub(super) fn highest_open(&self) -> Option<Seat> {
        let open = |seat: &Seat| Some((*seat, self.player(*seat)?.up.clone()));
        open_cards::highest(self.rules, self.deal.button, &self.live().iter().filter_map(open).collect::<Vec<_>>())
    }

    /// SPG-57, SPG-58, SPG-65: who has nothing left posts nothing.
    fn owe_bring_in(&mut self, seat: Seat) {
        let bring_in = self.rules.amounts.bring_in;
        if let Some(player) = &mut self.players[seat.index()]
            && player.stack > 0
        {
            player.has_spoken = true;
            self.posts = vec![(seat, bring_in.min(player.stack))];
        }
    }

    fn close_round(&mut self) {
        let round = self.round.take().expect("a round that is over was open");
        self.end_questions(round.last_wager);
    }

    /// A round, a trading or a sale opens. What was put in before the first of them counts in it.
    pub(super) fn begin_questions(&mut self) {
        self.awaits_absent = self.rounds == 0;
        if self.rounds > 0 {
            self.clear_bets();
        }
        self.rounds += 1;
    }

    /// It is over; who made the last wager in it, where it knows wagers.
    pub(super) fn end_questions(&mut self, last_wager: Option<Seat>) {
        self.last_wager = last_wager;
        self.is_betting_over |= self.contenders().len() <= 1;
    }

    /// What a seat has to pay to stay: at most what the only opponents that are left can win (SPB-6, SPB-A07).
    pub(super) fn to_call(&self, seat: Seat) -> i64 {
        let (Some(round), Some(player)) = (&self.round, self.player(seat)) else { return 0 };
        let is_alone = self.contenders().iter().all(|other| *other == seat);
        let others = self.live().into_iter().filter(|other| *other != seat);
        let most = others.filter_map(|other| self.player(other)).map(|other| other.bet).max().unwrap_or(0);
        let price = if is_alone { round.price.min(most) } else { round.price };
        (price - player.bet).max(0)
    }

    /// SPB-12, SPB-13.
    fn actor(&self) -> Option<Seat> {
        let round = self.round.as_ref()?;
        let contenders = self.contenders();
        let is_asked = |seat: &Seat| {
            let has_to_speak = contenders.len() > 1 && self.player(*seat).is_some_and(|player| !player.has_spoken);
            contenders.contains(seat) && (self.to_call(*seat) > 0 || has_to_speak)
        };
        let first = (round.last_actor.is_none() && round.is_from_first).then_some(round.from);
        first.into_iter().chain(after(round.last_actor.unwrap_or(round.from))).find(is_asked)
    }

    /// Whether this seat may bet or raise, and to what: SPB-22, SPB-38, SPB-39.
    pub(super) fn wagers(&self, seat: Seat) -> Option<Wagers> {
        let (round, player) = (self.round.as_ref()?, self.player(seat)?);
        let all_in = player.bet + player.stack;
        let contenders = self.contenders();
        let can_respond = |other: &Seat| *other != seat && self.player(*other).is_some_and(|of| of.bet + of.stack > round.price);
        let is_open = !player.has_acted || round.is_open_again(self.rules, player.bet, player.seen);
        let may = all_in > round.price && contenders.iter().any(can_respond) && is_open;
        let is_capped = round.is_capped(self.rules, contenders.len());
        let short = if round.nth == 0 && self.rules.is_short_blind_full { self.short_blinds } else { 0 };
        (may && !is_capped).then(|| round.wagers(self.rules, player.bet, all_in, self.pot() + short))
    }

    fn take(&mut self, entry: &Entry) -> Result<(), String> {
        if !matches!(entry, Entry::Posted(..) | Entry::Dealt(_) | Entry::Killed(_) | Entry::WrongCount(_) | Entry::Boxed) {
            self.last_card = None;
        }
        match entry {
            Entry::Posted(seat, amount) => self.take_post(*seat, *amount),
            Entry::Came(to, face, card) => self.take_card(*to, *face, *card),
            Entry::Dealt(absent) => {
                self.awaits_absent = false;
                // SPT-40, SPT-42: an all-in hand lives, also one whose last chips are the bring-in.
                let owes = |seat: Seat| self.posts.iter().filter(|post| post.0 == seat).map(|post| post.1).sum::<i64>();
                let is_killed = |seat: &&Seat| self.player(**seat).is_some_and(|player| player.is_live && player.stack > owes(**seat));
                self.kills = absent.iter().filter(is_killed).copied().collect();
                Ok(())
            }
            Entry::Killed(seat) => {
                require(self.posts.is_empty() && self.kills.contains(seat), format_args!("the hand of seat {seat} is not dead"))?;
                self.kills.retain(|other| other != seat);
                self.fold(*seat);
                // Where nobody is there, the last of them wins: the books say nothing of it.
                if self.live().len() == 1 {
                    self.kills.clear();
                }
                Ok(())
            }
            Entry::Acted(seat, action, paid) => self.take_action(*seat, *action, *paid),
            Entry::Again(seats) => self.take_again(seats),
            Entry::Exposed(seat, place) => self.take_exposure(*seat, *place),
            Entry::Extra(card) => self.take_extra(*card),
            Entry::Boxed => self.take_boxed(),
            Entry::FlopTakenBack => self.take_flop_back(),
            Entry::StubShuffled => self.take_stub_shuffled(),
            Entry::WrongCount(seat) => self.take_wrong_count(*seat),
        }
    }

    fn take_post(&mut self, seat: Seat, amount: i64) -> Result<(), String> {
        let due = self.posts.iter().position(|post| *post == (seat, amount));
        let due = due.ok_or_else(|| format!("seat {seat} posted {amount}, and {:?} are due", self.posts))?;
        self.posts.remove(due);
        let (is_start, ante) = (self.round.is_none(), self.rules.amounts.ante);
        self.is_brought_in |= !is_start;
        let player = self.players[seat.index()].as_mut().ok_or("one who was not dealt in posted")?;
        player.bet = if is_start { amount - ante.min(player.stack) } else { amount };
        player.total += amount;
        player.stack -= amount;
        Ok(())
    }

    fn take_card(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        require(self.next() == Next::Card(to, face), format_args!("a card came to {to:?}, and {:?} comes next", self.next()))?;
        self.note_card(to, card);
        match to {
            CardPlace::Board => self.board.push(card),
            CardPlace::Hand { place, .. } => {
                let seat = seat_of(place).ok_or("a card came to a place that is no seat")?;
                if self.sale.is_some() {
                    self.take_bought(seat, card);
                    return Ok(());
                }
                let is_owed = self.is_owed_now();
                let player = self.players[seat.index()].as_mut().ok_or("a card came to one who was not dealt in")?;
                if is_owed {
                    player.down.push(card);
                    self.mistakes.owed = None;
                    return Ok(());
                }
                if face == Face::Up {
                    player.up.push(card)
                } else {
                    player.down.push(card)
                }
                self.served.push(seat);
                return Ok(());
            }
            _ => {}
        }
        self.at += 1;
        Ok(())
    }

    /// Whether the next card is one that is owed for one that was shown, and not one of the plan.
    fn is_owed_now(&self) -> bool {
        self.mistakes.owed.is_some() && self.plan.get(self.at) == Some(&Item::Betting)
    }

    /// Whether the open card of the first ones is still to come to the seat.
    pub(super) fn awaits_open_card(&self, seat: Seat) -> bool {
        let first = self.plan.iter().skip(self.at).take_while(|item| **item != Item::Betting);
        let is_to_come = first.filter(|item| **item == Item::Each(Face::Up)).count() > 0;
        is_to_come && self.player(seat).is_some_and(|player| player.up.is_empty()) && !self.has_been_served_open(seat)
    }

    /// Whether the first round, trading or sale lies behind.
    pub(super) fn is_first_round_over(&self) -> bool {
        self.plan.iter().take(self.at).any(|item| !matches!(item, Item::Each(_) | Item::Burn | Item::Board))
    }

    /// Whether a card is burnt later in the deal.
    pub(super) fn is_burn_to_come(&self) -> bool {
        self.plan.iter().skip(self.at).any(|item| *item == Item::Burn)
    }

    fn has_been_served_open(&self, seat: Seat) -> bool {
        self.plan.get(self.at) == Some(&Item::Each(Face::Up)) && self.served.contains(&seat)
    }

    /// A folded hand is nobody's.
    pub(super) fn fold(&mut self, seat: Seat) {
        if let Some(player) = &mut self.players[seat.index()] {
            player.is_live = false;
        }
    }
}

fn plan_of(rules: &PlayerRules) -> Vec<Item> {
    plan(rules.variant, rules.exchange.is_some_and(|buying| buying.pre_round))
}

/// Where the cards of a seat lie.
pub(super) const fn hand_of(seat: Seat) -> CardPlace {
    CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 }
}

/// The seat whose cards lie there.
pub(super) const fn seat_of(place: BoxNumber) -> Option<Seat> {
    Seat::new(place.0)
}
