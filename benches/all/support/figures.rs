//! Quantiles and ratios of what was measured, and how busy the machine was meanwhile.

/// The value below which `part` (0 to 1) of the values lie; 0 where there are none.
pub(crate) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part).round() as usize).copied().unwrap_or(0.0)
}

/// The middle value.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Prints how many processes wanted a core in the last minute: figures of a busy machine are worth less.
pub(crate) fn print_load() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("load of the last minute {} on {cores} cores", load.split(' ').next().unwrap_or("unknown"));
}
