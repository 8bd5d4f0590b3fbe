//! Draws of chance that is no card: each is made when it is wanted, with the operating system's chance. One source serves every table.
//!
//! No future draw exists anywhere: there is no seed and no generator of our own. What was drawn and not made durable before a restart was
//! seen by nobody; its order is asked for again and drawn again.

use std::collections::BTreeMap;

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::system_chance::random_word;
use crate::model::{ChanceOrder, Drawn, OrderNumber, TableNumber};

/// What was drawn for an order: the table, the number of the order, the values.
pub type Answered = (TableNumber, OrderNumber, Drawn);

/// Why nothing can be drawn any more.
#[derive(Debug, thiserror::Error)]
pub enum ChanceError {
    /// There is no chance to draw by.
    #[error("the operating system gives no random numbers: {0}")]
    NoRandomness(#[from] getrandom::Error),
    /// Nobody takes the draws any more, or nobody says what is wanted.
    #[error("nobody listens to the source of chance any more")]
    Deserted,
}

/// Draws until `stop`. Each order is acted upon once.
///
/// # Errors
/// Where there is no chance to draw by, or nobody listens.
pub async fn run(
    mut orders: watch::Receiver<Vec<ChanceOrder>>,
    drawn: mpsc::Sender<Answered>,
    stop: CancellationToken,
) -> Result<(), ChanceError> {
    let mut source = VirtualChance::default();
    let serve = async {
        loop {
            let wanted = orders.borrow_and_update().clone();
            for answer in source.serve(&wanted, random_word)? {
                drawn.send(answer).await.map_err(|_| ChanceError::Deserted)?;
            }
            orders.changed().await.map_err(|_| ChanceError::Deserted)?;
        }
    };
    tokio::select! {
        () = stop.cancelled() => Ok(()),
        ended = serve => ended,
    }
}

/// What the source remembers: which order of each table it did last.
#[derive(Debug, Default)]
struct VirtualChance {
    done: BTreeMap<TableNumber, OrderNumber>,
}

impl VirtualChance {
    /// The answers to these orders, without those that were done before.
    fn serve(
        &mut self,
        orders: &[ChanceOrder],
        mut word: impl FnMut() -> Result<u16, getrandom::Error>,
    ) -> Result<Vec<Answered>, getrandom::Error> {
        let mut answers = Vec::new();
        for order in orders {
            if self.done.get(&order.table).is_some_and(|done| *done >= order.number) {
                continue;
            }
            answers.push((order.table, order.number, order.urn.draw(&mut word)?));
            self.done.insert(order.table, order.number);
        }
        Ok(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Urn;

    fn order(table: u8, number: OrderNumber, values: u16) -> ChanceOrder {
        ChanceOrder { table: TableNumber(table), number, urn: Urn::of([values].into()) }
    }

    #[test]
    fn each_order_of_each_table_is_drawn_for_once() {
        let mut source = VirtualChance::default();
        let mut word = 0;
        let mut serve = |orders: &[ChanceOrder]| {
            let next = || {
                word += 1;
                Ok(word)
            };
            let answers = source.serve(orders, next).expect("there is chance");
            answers.into_iter().map(|(table, number, Drawn(values))| (table.0, number, values[0])).collect::<Vec<_>>()
        };
        assert_eq!(serve(&[order(41, 7, 10), order(42, 7, 10)]), [(41, 7, 1), (42, 7, 2)]);
        assert_eq!(serve(&[order(41, 7, 10), order(42, 7, 10)]), []);
        assert_eq!(serve(&[order(41, 6, 10), order(42, 9, 10)]), [(42, 9, 3)]);
        assert_eq!(serve(&[]), []);
        assert_eq!(serve(&[order(41, 8, 10)]), [(41, 8, 4)]);
    }

    #[tokio::test]
    async fn it_draws_as_a_task_until_it_is_stopped() {
        let (orders, taken) = watch::channel(Vec::new());
        let (said, mut drawn) = mpsc::channel(4);
        let stop = CancellationToken::new();
        let task = tokio::spawn(run(taken, said, stop.clone()));
        orders.send(vec![order(41, 1, 1)]).expect("the source listens");
        assert_eq!(drawn.recv().await, Some((TableNumber(41), 1, Drawn([0].into()))));
        stop.cancel();
        assert!(task.await.expect("no panic").is_ok());
    }
}
