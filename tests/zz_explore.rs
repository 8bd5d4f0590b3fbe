//! Exploration.
use croupier::model::*;
use croupier::sim::audited_table::AuditedTable;
use croupier::sim::card_play;

fn run(name: &str, lines: u8, field: &[u16], runs: &[&[u16]], plays: &[(Choice, &str)]) {
    let result = std::panic::catch_unwind(|| {
        let mut t = AuditedTable::begin("slot/am");
        let seat = Seat::new(1).unwrap();
        t.source(CardSourceEvent::Opened);
        t.buy_in(seat, Money::from_minor(100_000)).unwrap();
        shuffle(&mut t);
        let forms = card_play::lines(&t.view().offers, lines, Money::from_minor(10));
        t.order(Who::Seat(seat), TableOrder::Stake(forms)).unwrap();
        shuffle(&mut t);
        let o = t.draw().unwrap();
        t.drawn(o.number, field.to_vec());
        for run in runs {
            let o = t.draw().unwrap();
            t.drawn(o.number, run.to_vec());
        }
        for (choice, cards) in plays {
            let turn = t.view().turns[0].turn;
            eprintln!("  offers {:?}", t.offers(seat));
            t.order(Who::Seat(seat), TableOrder::Choose { turn, choice: *choice }).unwrap();
            shuffle(&mut t);
            for card in cards.split_whitespace() {
                if let CardWish::Card { number, .. } = t.wish() {
                    t.source(CardSourceEvent::Card { number, card: card.parse().unwrap() });
                }
            }
        }
    });
    let text = result.err().map(|e| e.downcast_ref::<String>().cloned().unwrap_or_default()).unwrap_or_default();
    let text = text.replace("StakeReturn", "\n      StakeReturn");
    eprintln!("== {name}: {text}\n");
}

fn shuffle(t: &mut AuditedTable) {
    if let CardWish::Shuffle { number, deck } = t.wish() {
        t.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
    }
}

#[test]
fn explore() {
    use Choice::*;
    let c = [(Collect, "")];
    let five = [19, 19, 10, 14, 19];
    let two = [1, 12, 6, 20, 22];
    let lb = [22, 16, 21, 13, 17];
    let b2 = [14, 15, 17, 7, 11];
    run("one line 5", 1, &five, &[], &c);
    run("lines 2 and 3", 3, &two, &[], &c);
    run("line 2, bonus bell", 3, &lb, &[&[5, 0, 8, 2]], &c);
    run("no line, bonus two runs cherry, bell", 3, &b2, &[&[0, 0, 0, 2], &[5, 0, 8, 2]], &c);
    run("one line, bonus two runs cherry, bell", 1, &b2, &[&[0, 0, 0, 2], &[5, 0, 8, 2]], &c);
    run("whole, two lines", 3, &two, &[], &[(Risk, ""), (Red, "9h"), (Collect, "")]);
    run("half lost, two lines", 3, &two, &[], &[(RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("half won, two lines", 3, &two, &[], &[(RiskHalf, ""), (Red, "9h"), (Collect, "")]);
    run("double won, two lines", 3, &two, &[], &[(RiskDouble, ""), (Red, "9h"), (Collect, "")]);
    run("double equal then half lost, two lines", 3, &two, &[], &[(RiskDouble, ""), (Beat, "9h 9s 2c 3c 4c"), (Pick(CardChoice(1)), ""), (RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("double equal then half lost, one line", 1, &five, &[], &[(RiskDouble, ""), (Beat, "9h 9s 2c 3c 4c"), (Pick(CardChoice(1)), ""), (RiskHalf, ""), (Red, "9s"), (RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("double won, double won, lost halves", 1, &five, &[], &[(RiskDouble, ""), (Red, "9h"), (RiskDouble, ""), (Red, "9h"), (RiskHalf, ""), (Red, "9s"), (RiskHalf, ""), (Red, "9s"), (RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("one line halves", 1, &five, &[], &[(RiskHalf, ""), (Red, "9s"), (RiskHalf, ""), (Red, "9s"), (RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("line 2, bonus bell, risked, half lost", 3, &lb, &[&[5, 0, 8, 2]], &[(RiskHalf, ""), (Red, "9s"), (Collect, "")]);
    run("line 2, bonus bell, risked, won", 3, &lb, &[&[5, 0, 8, 2]], &[(Risk, ""), (Red, "9h"), (Collect, "")]);
}
