//! The worked cases of whole deals.
