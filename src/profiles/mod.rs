//! profiles
