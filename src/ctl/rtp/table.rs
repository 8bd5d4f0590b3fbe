//! The same lines for people: a table in Markdown, bets with the same figures in one row.

use super::figure::{Figure, Line};

/// The lines as a table.
pub(super) fn markdown(lines: &[Line]) -> String {
    let mut rows: Vec<(&str, Vec<&str>, [String; 3])> = Vec::new();
    for line in lines {
        let cells = cells(&line.figure);
        match rows.iter_mut().find(|(rules, _, known)| *rules == line.rules && *known == cells) {
            Some((_, bets, _)) => bets.push(&line.bet),
            None => rows.push((&line.rules, vec![&line.bet], cells)),
        }
    }
    let mut text = "| rules | bet | return | edge on the first stake | found by |\n| --- | --- | ---: | ---: | --- |\n".to_owned();
    for (rules, bets, [returns, edge, method]) in rows {
        text.push_str(&format!("| `{rules}` | {} | {returns} | {edge} | {method} |\n", bets.join(", ")));
    }
    text
}

fn cells(figure: &Figure) -> [String; 3] {
    let returns = figure.return_percent();
    match figure {
        Figure::Counted(_) => [format!("{returns:.4} %"), format!("{:.4} %", figure.edge_percent()), "counting".to_owned()],
        Figure::Simulated(sample) => [
            format!("{returns:.3} ± {:.3} %", sample.return_half_width_percent),
            format!("{:.3} ± {:.3} %", sample.edge_percent, sample.edge_half_width_percent),
            format!("{} hands, {}", sample.hands, sample.strategy),
        ],
    }
}
