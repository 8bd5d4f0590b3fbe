//! How much a bench does.

/// The number that was named; `brief` where that word was, for a look at whether the bench runs at all; otherwise what gives good figures.
pub(crate) fn times<T: std::str::FromStr>(usual: T, brief: T) -> T {
    let mut arguments = std::env::args().skip(1);
    if std::env::args().any(|argument| argument == "brief") {
        brief
    } else {
        arguments.find_map(|argument| argument.parse().ok()).unwrap_or(usual)
    }
}
