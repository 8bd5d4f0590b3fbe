//! The daemon in the cabinet.

fn main() {}
