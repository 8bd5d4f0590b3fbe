//! cabinet
