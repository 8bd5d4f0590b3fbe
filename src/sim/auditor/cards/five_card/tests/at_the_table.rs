//! The five-card pokers in the books of a table: a joker in the shoe, and what is paid for a wrong number of cards.

use super::*;
