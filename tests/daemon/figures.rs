//! The figures of the devices outlive a restart, and a file of them that is damaged stops nothing.

use std::fs;

use serde_json::Value;

use crate::daemon::{Home, Links};

/// The steps of this figure over the last hour, as the technician's page reads them.
fn steps(links: &Links, figure: &str) -> Vec<Value> {
    let answer = links.attendant().get("/api/v1/service/figures?span=hour").json();
    let figures = answer["figures"].as_array().expect("figures are told").clone();
    figures.iter().filter(|line| line["figure"] == figure).flat_map(|line| line["steps"].as_array().expect("steps").clone()).collect()
}

/// Waits until the rotor was seen in so many minutes of the house.
fn wait_for_minutes(links: &Links, minutes: usize) {
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    while steps(links, "rotor-speed").len() < minutes {
        assert!(live.next().is_some(), "the house goes on");
    }
}

#[test]
fn figures_are_read_kept_over_a_restart_and_told_at_the_board() {
    let home = Home::new(60);
    let (links, daemon) = home.serve();
    wait_for_minutes(&links, 3);
    let before = steps(&links, "rotor-speed");
    daemon.stop();
    let told = home.ask_lines("figures");
    let rotor = told.iter().find(|line| line["figure"] == "rotor-speed").expect("the rotor was seen");
    assert_eq!((&rotor["unit"], &rotor["span"], &rotor["steps"][0]), (&"centirpm".into(), &"hour".into(), &before[0]));
    let (links, daemon) = home.serve();
    assert_eq!(steps(&links, "rotor-speed")[0], before[0]);
    daemon.stop();
}

#[test]
fn figures_that_are_damaged_are_said_and_begun_anew() {
    let home = Home::new(60);
    home.serve().1.stop();
    let file = home.data().join("figures");
    let whole = fs::read(&file).expect("it was written at the end");
    let half = &whole[..whole.len() / 2];
    fs::write(&file, half).expect("it is ours");
    let refused = home.try_ask("figures").expect_err("it cannot be read");
    assert!(refused.contains("figures-damaged"), "{refused}");
    let (links, daemon) = home.serve();
    wait_for_minutes(&links, 1);
    daemon.stop();
    assert!(home.log().contains("the figures of the devices begin anew"), "{}", home.log());
    assert_eq!(fs::read(home.data().join("figures.broken")).expect("it was set aside"), half);
    assert!(!home.ask_lines("figures").is_empty());
}
