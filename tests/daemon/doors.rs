//! The doors and the lamp of a running house, which are simulated: a file names the doors that are open.

use std::fs;

use serde_json::{Value, json};

use crate::daemon::{Home, Links, changed};

/// A home with the demo's cabinet file, and with two doors and a lamp.
fn home() -> Home {
    let mut home = Home::new(1);
    let doors = "[[door]]\nname = \"front\"\ndriver = \"simulated\"\n[[door]]\nname = \"drop\"\ndriver = \"simulated\"";
    let text = format!("{}\n{doors}\n[lamp]\ndriver = \"simulated\"\n", changed("cabinets/demo.toml", &[]));
    let file = home.write("cabinet.toml", &text);
    let open = home.path("open");
    home.arguments.extend([format!("--cabinet={file}"), format!("--open-doors={}", open.display())]);
    home
}

/// The faults of the house that officials are shown, each as its code and what was seen.
fn faults(shown: &Value) -> Vec<(&str, &str)> {
    let faults = shown["official"]["house_faults"].as_array().expect("they are listed");
    faults.iter().map(|fault| (fault["code"].as_str().expect("a code"), fault["detail"].as_str().expect("what was seen"))).collect()
}

/// The newest test of the part with this number of a door.
fn newest<'a>(shown: &'a Value, part: &str, door: Option<u8>) -> &'a Value {
    let parts = shown["official"]["self_tests"].as_array().expect("the parts are listed");
    &parts.iter().find(|each| each["part"] == part && each["door"] == json!(door)).expect("it is listed")["newest"]
}

/// Begins a test of this part.
fn begin(links: &Links, part: &str, door: Option<u8>) {
    let attendant = links.attendant();
    attendant.watch("/api/v1/official/live").see(|shown| shown["cabinet"]["hold"].is_null());
    let answer = attendant.post("/api/v1/service/self-test", part, &json!({"part": part, "table": null, "door": door}).to_string());
    assert_eq!(answer.status, 200, "{part}: {}", answer.body);
}

#[test]
fn an_open_door_is_told_from_the_start_on_until_it_is_closed_and_play_goes_on() {
    let home = home();
    home.write("open", "drop\n");
    let (links, daemon) = home.serve();
    let mut live = links.attendant().watch("/api/v1/official/live");
    let shown = live.see(|shown| faults(shown) == [("cabinet-door-open", "drop")] && shown["cabinet"]["hold"].is_null());
    assert_eq!(shown["cabinet"]["phase"], "open");
    let standing = "croupier_fault_standing{table=\"house\",code=\"cabinet-door-open\"} 1";
    assert!(links.stranger().get("/metrics").body.contains(standing));
    home.write("open", "front\ndrop\n");
    live.see(|shown| faults(shown) == [("cabinet-door-open", "front, drop")]);
    fs::remove_file(home.path("open")).expect("it is there");
    live.see(|shown| faults(shown).is_empty());
    home.write("open", "front\n");
    live.see(|shown| faults(shown) == [("cabinet-door-open", "front")]);
    daemon.kill();
    fs::remove_file(home.path("open")).expect("it is there");
    let (links, daemon) = home.serve();
    links.attendant().watch("/api/v1/official/live").see(|shown| faults(shown).is_empty() && shown["cabinet"]["hold"].is_null());
    daemon.stop();
    let told: Vec<String> = home
        .ask_lines("journal export")
        .iter()
        .map(|record| &record["input"])
        .filter(|input| input["event"].as_str().is_some_and(|event| event.starts_with("house-fault")))
        .map(|input| format!("{} {}", input["event"].as_str().unwrap_or_default(), input["detail"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(told, ["house-fault drop", "house-fault front, drop", "house-fault-cleared ", "house-fault front"]);
}

#[test]
fn a_door_that_is_opened_and_closed_passes_its_test_and_so_does_the_lamp() {
    let home = home();
    let (links, daemon) = home.serve();
    begin(&links, "door", Some(2));
    let mut live = links.attendant().watch("/api/v1/official/live");
    live.see(|shown| shown["cabinet"]["hold"]["self_test"] == true);
    home.write("open", "drop\n");
    live.see(|shown| faults(shown) == [("cabinet-door-open", "drop")]);
    fs::remove_file(home.path("open")).expect("it is there");
    let shown = live.see(|shown| !newest(shown, "door", Some(2))["ended_at"].is_null());
    let test = newest(&shown, "door", Some(2));
    assert_eq!((&test["end"], &test["findings"]), (&json!("passed"), &json!([])));
    let seen = test["seen"].as_str().expect("something was seen");
    assert!(seen.starts_with("it opened after ") && seen.ends_with("changes of its line: 2, bounces among them: 0"), "{seen}");
    begin(&links, "lamp", None);
    let shown = live.see(|shown| !newest(shown, "lamp", None)["ended_at"].is_null());
    let test = newest(&shown, "lamp", None);
    let seen = "the line took each of 6 levels and showed it; look whether the lamp lit three times";
    assert_eq!((&test["end"], &test["seen"]), (&json!("passed"), &json!(seen)));
    daemon.stop();
}
