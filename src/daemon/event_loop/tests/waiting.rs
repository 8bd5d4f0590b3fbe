//! What waits: a journal for room on its disk, and the history for a moment in which nothing comes in.

use std::sync::atomic::AtomicBool;

use super::*;

fn pays() -> Order {
    Order::CreditIn { seat: seat(), amount: Money::from_minor(100) }
}

#[tokio::test(start_paused = true)]
async fn a_short_lack_of_room_for_the_store_stands_as_out_of_service_and_goes_by_without_a_start() {
    let is_full = Arc::new(AtomicBool::new(false));
    let stage = stage("slingshot-serial", |journal| journal.narrow(is_full.clone()));
    let played = play(stage, async |outside| {
        outside.readiness.wait_for(|readiness| *readiness == Readiness::Ready).await.expect("the event loop is there");
        is_full.store(true, Ordering::Relaxed);
        // Many idle moments, in each of which the store would be prepared.
        tokio::time::sleep(Duration::from_secs(10)).await;
        let waiting = outside.hand_in(attendant(), pays());
        let is_out = |readiness: &Readiness| matches!(readiness, Readiness::OutOfService(_));
        let told = outside.readiness.wait_for(is_out).await.expect("the event loop is there").clone();
        assert_eq!(told, Readiness::OutOfService("too little space is left on the disk of /narrow; free some".to_owned()));
        assert_eq!(outside.views.borrow().cabinet.phase, PhaseView::Held);
        assert_eq!(outside.order(attendant(), pays()).await, Answer::Refused(Refusal::OutOfService));
        is_full.store(false, Ordering::Relaxed);
        let answer = waiting.await;
        assert!(matches!(answer, Ok(Answer::Accepted { .. })), "{answer:?}");
        assert_eq!(*outside.readiness.borrow(), Readiness::Ready);
        let paid = outside.order(attendant(), pays()).await;
        assert!(matches!(paid, Answer::Accepted { .. }), "{paid:?}");
        assert_eq!(outside.views.borrow().seats[0].credit, Money::from_minor(200), "each payment once");
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn a_payment_refused_without_room_is_recorded_as_soon_as_there_is_some_and_stays_refused_in_the_next_start() {
    let is_full = Arc::new(AtomicBool::new(false));
    let Stage { turn, intake, mut outside, folder } = stage("slingshot-serial", |journal| journal.narrow(is_full.clone()));
    let started =
        Event::Started { version: "test".to_owned(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None };
    let stop = outside.stop.clone();
    let (ended, ()) = tokio::join!(turn.run(vec![started], intake, stop.clone()), async {
        outside.readiness.wait_for(|readiness| *readiness == Readiness::Ready).await.expect("the event loop is there");
        is_full.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(10)).await;
        let waiting = outside.hand_in_under(Some("waiting"), attendant(), pays());
        let is_out = |readiness: &Readiness| matches!(readiness, Readiness::OutOfService(_));
        outside.readiness.wait_for(is_out).await.expect("the event loop is there");
        for key in 0..200 {
            let refused = outside.hand_in_under(Some(&key.to_string()), attendant(), pays());
            assert_eq!(refused.await, Ok(Answer::Refused(Refusal::OutOfService)));
        }
        is_full.store(false, Ordering::Relaxed);
        assert!(matches!(waiting.await, Ok(Answer::Accepted { .. })));
        assert_eq!(outside.hand_in_under(Some("199"), attendant(), pays()).await, Ok(Answer::Refused(Refusal::OutOfService)));
        tokio::time::sleep(Duration::from_secs(5)).await;
        stop.cancel();
    });
    ended.expect("the journal can be written");

    let Ok(Opened::Restored(restored)) = open(&folder, &terms("slingshot-serial")) else { panic!("the journal is there") };
    let mut cabinet = restored.0;
    let mut ask = |key: &str| {
        let command = Command { who: attendant(), key: Some(key.to_owned()), round: None, order: pays() };
        cabinet.step(&Input { number: cabinet.number() + 1, at: cabinet.at(), what: What::Command(command) })
    };
    for key in 0..200 {
        assert_eq!(ask(&key.to_string()), Outcome::Refused(Refusal::OutOfService), "{key}");
    }
    assert!(matches!(ask("waiting"), Outcome::Repeated { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_stop_without_room_for_a_checkpoint_is_a_good_end() {
    let is_full = Arc::new(AtomicBool::new(false));
    let stage = stage("slingshot-serial", |journal| journal.narrow(is_full.clone()));
    let played = play(stage, async |outside| {
        outside.readiness.wait_for(|readiness| *readiness == Readiness::Ready).await.expect("the event loop is there");
        is_full.store(true, Ordering::Relaxed);
    });
    played.await.expect("nothing had to be written");
}

#[tokio::test(start_paused = true)]
async fn a_cabinet_at_which_something_always_happens_reads_its_history_all_the_same() {
    let played = play(stage("slingshot-serial", |_| {}), async |outside| {
        // Ten orders a second: there is never a moment that counts as idle.
        for _ in 0..300 {
            let paid = outside.order(attendant(), pays()).await;
            assert!(matches!(paid, Answer::Accepted { .. }), "{paid:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let views = outside.views.borrow().clone();
        assert!(views.official.journal.read_through.is_some(), "it was read through in half a minute");
    });
    played.await.expect("the journal can be written");
}
