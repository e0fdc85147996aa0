//! A client on a Unix socket, no more than it takes to send a message, wait for the end of the answer
//! and say how long that took (the frontend/backend protocol, version 3).
//!
//! ```text
//! Q "SELECT 1"  ->       T row description, D data row, C "SELECT 1", Z ready
//! Q "COPY ..."  ->       G copy in           d data, c done ->       C "COPY 3", Z ready
//! ```

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Instant;

/// Version 3.0 of the protocol.
const PROTOCOL: i32 = 3 << 16;
/// Bytes of a COPY that go in one message, as psql sends them.
const PIECE: usize = 8192;

/// A connection.
#[derive(Debug)]
pub struct Wire {
    stream: BufReader<UnixStream>,
    body: Vec<u8>,
}

/// What came of a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// From the message's first byte to the last of the answer.
    pub milliseconds: f64,
    /// What went wrong, in the server's words.
    pub error: Option<String>,
    /// The first column of the rows, where it is text: EXPLAIN's lines.
    pub lines: Vec<String>,
    /// Whether the server waits for the lines of a COPY.
    pub copy_in: bool,
}

impl Wire {
    /// Connects as `postgres` to the database of that name.
    ///
    /// # Errors
    /// When there is no server, or it does not let us in.
    pub fn connect(socket: &Path) -> io::Result<Wire> {
        let stream = UnixStream::connect(socket)?;
        let mut wire = Wire { stream: BufReader::with_capacity(1 << 16, stream), body: Vec::new() };
        let parameters = b"user\0postgres\0database\0postgres\0\0";
        let mut start = Vec::new();
        start.extend_from_slice(&(8 + parameters.len() as i32).to_be_bytes());
        start.extend_from_slice(&PROTOCOL.to_be_bytes());
        start.extend_from_slice(parameters);
        wire.stream.get_mut().write_all(&start)?;
        match wire.answer()?.error {
            None => Ok(wire),
            Some(error) => Err(io::Error::other(error)),
        }
    }

    /// Sends a message of SQL and reads all of the answer.
    ///
    /// # Errors
    /// When the server goes away; errors of the SQL are part of the answer.
    pub fn query(&mut self, sql: &str) -> io::Result<Answer> {
        let mut message = Vec::with_capacity(sql.len() + 6);
        put(&mut message, b'Q', &[sql.as_bytes(), b"\0"]);
        self.timed(&message)
    }

    /// Sends the lines that a COPY waits for.
    ///
    /// # Errors
    /// As [`Wire::query`].
    pub fn copy(&mut self, data: &str) -> io::Result<Answer> {
        let mut message = Vec::with_capacity(data.len() + 64);
        for piece in data.as_bytes().chunks(PIECE) {
            put(&mut message, b'd', &[piece]);
        }
        put(&mut message, b'c', &[]);
        self.timed(&message)
    }

    /// Sends a message, and takes the time until its answer has come.
    fn timed(&mut self, message: &[u8]) -> io::Result<Answer> {
        let start = Instant::now();
        self.stream.get_mut().write_all(message)?;
        let mut answer = self.answer()?;
        answer.milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        Ok(answer)
    }

    /// Reads the answer until the server is ready for a query, or waits for COPY data.
    fn answer(&mut self) -> io::Result<Answer> {
        let mut answer =
            Answer { milliseconds: 0.0, error: None, lines: Vec::new(), copy_in: false };
        loop {
            let mut head = [0; 5];
            self.stream.read_exact(&mut head)?;
            let length = i32::from_be_bytes([head[1], head[2], head[3], head[4]]);
            self.body.resize(usize::try_from(length - 4).unwrap_or(0), 0);
            self.stream.read_exact(&mut self.body)?;
            match head[0] {
                b'Z' => return Ok(answer),
                b'G' => {
                    answer.copy_in = true;
                    return Ok(answer);
                }
                b'E' => answer.error = Some(message_of(&self.body)),
                b'D' => answer.lines.extend(first_column(&self.body)),
                _ => {}
            }
        }
    }
}

/// Appends a message: its letter, its length, its parts.
fn put(out: &mut Vec<u8>, letter: u8, parts: &[&[u8]]) {
    let length = 4 + parts.iter().map(|p| p.len()).sum::<usize>();
    out.push(letter);
    out.extend_from_slice(&(length as i32).to_be_bytes());
    parts.iter().for_each(|p| out.extend_from_slice(p));
}

/// The field M (message) of an error response.
fn message_of(body: &[u8]) -> String {
    let fields = body.split(|b| *b == 0);
    let mut messages = fields.filter_map(|f| f.strip_prefix(b"M"));
    String::from_utf8_lossy(messages.next().unwrap_or_default()).into_owned()
}

/// The first value of a row; `None` if it is NULL or long.
fn first_column(body: &[u8]) -> Option<String> {
    let length = i32::from_be_bytes(body.get(2..6)?.try_into().ok()?);
    let length = usize::try_from(length).ok().filter(|n| *n < 1000)?;
    body.get(6..6 + length).map(|v| String::from_utf8_lossy(v).into_owned())
}
