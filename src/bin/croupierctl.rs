//! The tool of technicians, auditors and tests.

fn main() {}
