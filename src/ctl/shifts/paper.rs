//! What reports on paper have in common: how they look, their rows, and texts that were typed.

use crate::model::Timestamp;

/// How it looks on paper.
pub(in crate::ctl) const STYLE: &str = "body { font: 11pt sans-serif; margin: 2em auto; max-width: 50em; } \
    h1 { font-size: 1.4em; } \
    table { border-collapse: collapse; width: 100%; margin: 1em 0; } \
    th, td { border-bottom: 1px solid #999; padding: 0.3em 0.5em; text-align: right; white-space: nowrap; } \
    th:first-child, td:first-child { text-align: left; } \
    tfoot td, .sum td { font-weight: bold; } \
    .signatures { display: flex; gap: 4em; margin-top: 5em; } \
    .signatures p { flex: 1; border-top: 1px solid; padding-top: 0.3em; } \
    .head { font: 8pt monospace; overflow-wrap: anywhere; } \
    @page { margin: 1.5cm; } \
    @media print { body { margin: 0; } }";

/// A row of a table: what it is, and its cells.
pub(in crate::ctl) fn row(name: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><td>{name}</td>{cells}</tr>\n")
}

/// A text that was typed, so that none of it is taken for markup.
pub(in crate::ctl) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A moment as people write it, in UTC.
pub(in crate::ctl) fn moment(at: Timestamp) -> String {
    at.utc().replace('T', " ").replace('Z', " UTC")
}
