//! What psql needs of a server: to send it text, and to receive the result.

use server::session::{Reply, Session, TransactionStatus};
use storage::ids::Oid;
use storage::versions::Release;

/// What psql needs of a server.
pub trait Server {
    /// Runs one simple-query message.
    fn execute(&mut self, sql: &str) -> Vec<Reply>;
    /// Takes a prepared statement away, and returns the names, types and modifiers of its columns.
    fn take_prepared(&mut self, _name: &str) -> Vec<(String, Oid, i32)> {
        Vec::new()
    }
    /// The server's version.
    fn release(&self) -> &'static Release {
        Default::default()
    }
    /// The modelled milliseconds that the last message took; 0 if the server does not say.
    fn milliseconds(&self) -> f64 {
        0.0
    }
    /// Whether a transaction block is open.
    fn transaction_status(&self) -> TransactionStatus;
    /// Stops the server as a power failure does, and starts it again ([`Session::crash`]). Ours:
    /// psql has no such command.
    fn crash(&mut self, _after: Option<u64>) -> Vec<Reply> {
        Vec::new()
    }
    /// Goes to another database; false when it does not exist.
    fn connect(&mut self, _database: &str) -> bool {
        false
    }
    /// Gives the data of a COPY FROM STDIN.
    fn copy_in(&mut self, _data: &str) -> Vec<Reply> {
        Vec::new()
    }
}

impl Server for Session {
    fn execute(&mut self, sql: &str) -> Vec<Reply> {
        Session::execute(self, sql)
    }
    fn take_prepared(&mut self, name: &str) -> Vec<(String, Oid, i32)> {
        Session::take_prepared(self, name)
    }
    fn release(&self) -> &'static Release {
        self.backend.store.release
    }
    fn milliseconds(&self) -> f64 {
        self.spent().milliseconds
    }
    fn transaction_status(&self) -> TransactionStatus {
        Session::transaction_status(self)
    }
    fn crash(&mut self, after: Option<u64>) -> Vec<Reply> {
        Session::crash(self, after)
    }
    fn copy_in(&mut self, data: &str) -> Vec<Reply> {
        Session::copy_in(self, data)
    }
    fn connect(&mut self, database: &str) -> bool {
        Session::connect(self, database)
    }
}
