//! The text format of edge traces: `t_ns,line,level`, then an edge a row, in the order of time. The header may stand again before later
//! rows: so traces that follow each other can be laid end to end. `#` starts a comment line.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::three_sensor::{Edge, Line, decode_evidence};

/// The first line of every trace.
const HEADER: &str = "t_ns,line,level";

/// A row that is none, or stands where it cannot stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

/// Reads a trace. Lines may end with a carriage return; empty ones and comments are passed over.
///
/// # Errors
/// The first line that is wrong: its number and what was expected there.
pub fn parse(text: &str) -> Result<Vec<Edge>, TraceError> {
    let is_comment = |row: &str| row.trim_start_matches('\u{feff}').starts_with('#');
    let mut lines = text.lines().enumerate().filter(|(_, row)| !is_comment(row));
    let header = lines.next().map(|(_, header)| header.trim_start_matches('\u{feff}').trim_end());
    if header != Some(HEADER) {
        return Err(TraceError { line: 1, expected: "the header `t_ns,line,level`" });
    }
    let mut edges: Vec<Edge> = Vec::new();
    for (index, row) in lines.filter(|(_, row)| !["", HEADER].contains(&row.trim_end())) {
        let wrong = |expected| TraceError { line: index + 1, expected };
        let edge = edge(row.trim_end()).map_err(wrong)?;
        if edges.last().is_some_and(|before| before.at_nanoseconds > edge.at_nanoseconds) {
            return Err(wrong("a time that is not before that of the row before"));
        }
        edges.push(edge);
    }
    Ok(edges)
}

fn edge(row: &str) -> Result<Edge, &'static str> {
    let mut fields = row.split(',');
    let (Some(at), Some(line), Some(level), None) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
        return Err("three fields: time, line, level");
    };
    let digits = !at.is_empty() && at.bytes().all(|byte| byte.is_ascii_digit());
    let at_nanoseconds = at.parse().ok().filter(|_| digits).ok_or("a time in whole nanoseconds")?;
    let line = Line::named(line).ok_or("one of rotor-index, rotor-encoder, ball-1, ball-2, ball-3, rotor-direction, blower")?;
    let active = match level {
        "0" => false,
        "1" => true,
        _ => return Err("the level 0 or 1"),
    };
    Ok(Edge { at_nanoseconds, line, active })
}

/// Writes a trace.
#[must_use]
pub fn write(edges: &[Edge]) -> String {
    let mut text = format!("{HEADER}\n");
    edges.iter().for_each(|edge| text += &row(edge));
    text
}

/// Writes one row of a trace, with its end.
#[must_use]
pub fn row(edge: &Edge) -> String {
    format!("{},{},{}\n", edge.at_nanoseconds, edge.line.name(), u8::from(edge.active))
}

/// The evidence of a wheel's event as people read it: the edges of bare lines as a trace; what came over a serial line is text already.
#[must_use]
pub fn evidence_text(evidence: Vec<u8>) -> Vec<u8> {
    decode_evidence(&evidence).map_or(evidence, |edges| write(&edges).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "one of rotor-index, rotor-encoder, ball-1, ball-2, ball-3, rotor-direction, blower";

    #[track_caller]
    fn check(text: &str, expected: Result<&str, (usize, &'static str)>) {
        let found = parse(text).map(|edges| write(&edges));
        assert_eq!(found, expected.map(String::from).map_err(|(line, expected)| TraceError { line, expected }));
    }

    #[test]
    fn a_trace_is_written_as_it_was_read() {
        check(
            "t_ns,line,level\n0,rotor-direction,0\n5,ball-3,1\n5,blower,1\n",
            Ok("t_ns,line,level\n0,rotor-direction,0\n5,ball-3,1\n5,blower,1\n"),
        );
        check("t_ns,line,level\r\n7,rotor-index,1\r\n\r\n", Ok("t_ns,line,level\n7,rotor-index,1\n"));
    }

    #[test]
    fn comments_are_passed_over() {
        check("# of a capture\nt_ns,line,level\n# 5,door,1\n7,rotor-index,1\n", Ok("t_ns,line,level\n7,rotor-index,1\n"));
        check("# of a capture\n\n", Err((1, "the header `t_ns,line,level`")));
        check("t_ns,line,level\n# 5,door,1\n7,door,1\n", Err((3, LINES)));
    }

    #[test]
    fn traces_laid_end_to_end_are_one() {
        check("t_ns,line,level\n5,ball-3,1\nt_ns,line,level\r\n7,blower,1\n", Ok("t_ns,line,level\n5,ball-3,1\n7,blower,1\n"));
        check("t_ns,line,level\n5,ball-3,1\nt_ns,line,level\n4,blower,1\n", Err((4, "a time that is not before that of the row before")));
    }

    #[test]
    fn evidence_is_shown_as_text_whatever_the_wheel() {
        let check = |evidence: &[u8], text: &str| assert_eq!(evidence_text(evidence.to_vec()), text.as_bytes());
        check(b"0.000 < *X;1;000;24;0;144;0;;\n", "0.000 < *X;1;000;24;0;144;0;;\n");
        check(b"", "");
        // The mark of edges, then 5 ns after nothing the sixth line (3 bits) becomes active (1 bit): 5 * 16 + 5 * 2 + 1.
        check(&[0xff, 0x5b], &format!("t_ns,line,level\n5,{},1\n", Line::ALL[5].name()));
    }

    #[test]
    fn a_row_that_is_not_one_is_named() {
        check("", Err((1, "the header `t_ns,line,level`")));
        check("0,blower,1\n", Err((1, "the header `t_ns,line,level`")));
        check("t_ns,line,level\n0,blower\n", Err((2, "three fields: time, line, level")));
        check("t_ns,line,level\n0,blower,1\n-1,blower,1\n", Err((3, "a time in whole nanoseconds")));
        check("t_ns,line,level\n99999999999999999999,blower,1\n", Err((2, "a time in whole nanoseconds")));
        check("t_ns,line,level\n0,ball-4,1\n", Err((2, LINES)));
        check("t_ns,line,level\n0,blower,2\n", Err((2, "the level 0 or 1")));
        check("t_ns,line,level\n9,blower,1\n8,blower,0\n", Err((3, "a time that is not before that of the row before")));
    }
}
