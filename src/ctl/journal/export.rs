//! `croupierctl journal export`: records for other programs. They are written as they are read, because a journal may be larger than
//! the memory; where it is damaged the output ends there and the error says so.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::deals::ToldCards;
use super::show::none_of;
use super::{Place, Progress, json, signed};
use crate::ctl::Failure;
use crate::journal::{Link, MirrorReader};

/// What to export.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Format::JsonLines)]
    format: Format,
    /// The first record.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    from: u64,
    /// The last record; the newest where not given.
    #[arg(long, value_name = "NUMBER", default_value_t = u64::MAX, hide_default_value = true)]
    to: u64,
    /// Writes them, with their chain and the heads that the cabinet has signed, to a new file that `journal verify FILE --key` proves anywhere.
    #[arg(long, requires = "file", conflicts_with = "format")]
    signed: bool,
    /// The file of a signed export.
    #[arg(value_name = "FILE", requires = "signed")]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON object a line.
    JsonLines,
    /// One row a record, with a header; input and facts as JSON in a cell.
    Csv,
}

/// Writes the records to standard output, or to the file of a signed export.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if let Some(file) = &arguments.file {
        let exported = signed::export(&arguments.place, arguments.from, arguments.to, file)?;
        return Ok(format!("{}\n", exported.as_json()));
    }
    let reader = arguments.place.reader()?;
    require_there(arguments.from, &reader)?;
    let told = ToldCards::of(&reader)?;
    let progress = Progress::begin("exported");
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = |line: String| writeln!(out, "{line}");
    let header = if arguments.format == Format::Csv { write(CSV_HEADER.to_owned()) } else { Ok(()) };
    let mut written = header;
    for link in reader.range(arguments.from, arguments.to) {
        let link = link?;
        progress.reached(link.entry.number);
        written = written.and_then(|()| write(line(arguments.format, &link, &told)));
        if written.is_err() {
            break;
        }
    }
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::ours("output", format!("cannot write the output: {error}")))
        }
        _ => Ok(String::new()),
    }
}

/// All records, from 1 on, are all that there are; one that was removed cannot be asked for by its number.
///
/// # Errors
/// Where the record from which on was asked was removed.
pub(super) fn require_there(from: u64, reader: &MirrorReader) -> Result<(), Failure> {
    if from > 1 && from <= reader.before().number { Err(none_of(from, reader)) } else { Ok(()) }
}

/// Every key that a record may have in JSON. New ones come at the end: other programs count the columns.
const CSV_HEADER: &str = "number,at,round,hash,terms_sha256,input,facts,release,shown_at,error,payload";

fn line(format: Format, link: &Link, told: &ToldCards) -> String {
    let value = json::link(link, told.has(link.entry.number));
    match format {
        Format::JsonLines => value.to_string(),
        Format::Csv => CSV_HEADER.split(',').map(|key| cell(&value[key])).collect::<Vec<_>>().join(","),
    }
}

/// A cell of RFC 4180: in quotes where it holds a comma, a quote or a line end, quotes doubled; empty where the record does not say it.
fn cell(value: &serde_json::Value) -> String {
    if value.is_null() {
        return String::new();
    }
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Entry, Head};
    use crate::model::Timestamp;

    #[test]
    fn a_record_that_cannot_be_decoded_is_exported_as_its_bytes() {
        let entry = Entry { number: 1, at: Timestamp::from_microseconds(5), round: 2, payload: vec![0xff, 0x01] };
        let link = Head::START.link(entry);
        let row = line(Format::Csv, &link, &ToldCards::default());
        let record = json::link(&link, false);
        assert_eq!(row, format!("1,5,2,{},,,,,,{},ff01", link.hash, cell(&record["error"])));
        assert!(record.as_object().expect("it is an object").keys().all(|key| CSV_HEADER.split(',').any(|column| column == key)));
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let check = |value: serde_json::Value, expected: &str| assert_eq!(cell(&value), expected);
        check(serde_json::json!(17), "17");
        check(serde_json::json!("abc"), "abc");
        check(serde_json::Value::Null, "");
        check(serde_json::json!("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        check(serde_json::json!([{"fact": "closed"}]), "\"[{\"\"fact\"\":\"\"closed\"\"}]\"");
    }
}
