//! A real server that runs while questions are asked of it, and pgbench on it.

use crate::server::{Server, output};
use std::fs;
use std::path::Path;

/// What pgbench said of a run, and what the server measured meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Transactions a second.
    pub tps: f64,
    /// Flushes of the log.
    pub flushes: u64,
    /// ms each took, on the average.
    pub flush_ms: f64,
}

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct Live<'a>(&'a Server);

impl Server {
    /// Starts a fresh cluster with these lines added to the template's `postgresql.conf`.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn live(&self, settings: &str) -> Result<Live<'_>, String> {
        let (template, run) = (self.path("template"), self.path("run"));
        output(std::process::Command::new("rm").args(["-rf", &run]))?;
        output(std::process::Command::new("cp").args(["-a", &template, &run]))?;
        let file = format!("{run}/postgresql.conf");
        let text = fs::read_to_string(&file).map_err(|e| e.to_string())?;
        fs::write(&file, format!("{text}{settings}")).map_err(|e| e.to_string())?;
        self.start("run")?;
        Ok(Live(self))
    }
}

impl Live<'_> {
    /// Runs statements with psql, and returns the rows as lines of values between bars.
    ///
    /// # Errors
    /// What psql complains of.
    pub fn sql(&self, statements: &str) -> Result<String, String> {
        output(self.0.psql().args(["-qAt", "-v", "ON_ERROR_STOP=1", "-c", statements]))
    }

    /// Runs each statement of a script on its own.
    ///
    /// # Errors
    /// What psql complains of.
    pub fn script(&self, file: &Path) -> Result<String, String> {
        output(self.0.psql().args(["-qAt", "-v", "ON_ERROR_STOP=1", "-f"]).arg(file))
    }

    /// Runs a script with psql, quietly and with its variables set.
    ///
    /// # Errors
    /// What psql complains of.
    pub fn script_with(&self, file: &Path, variables: &[&str]) -> Result<String, String> {
        let mut psql = self.0.psql();
        for variable in variables {
            psql.args(["-v", variable]);
        }
        output(psql.arg("-q").arg("-f").arg(file))
    }

    /// What pg_dump writes of the database with these options.
    ///
    /// # Errors
    /// What it complains of.
    pub fn dump(&self, options: &[&str]) -> Result<Vec<u8>, String> {
        let done = self.0.client("pg_dump").args(options).arg("postgres").output();
        let done = done.map_err(|e| e.to_string())?;
        if done.status.success() {
            return Ok(done.stdout);
        }
        Err(String::from_utf8_lossy(&done.stderr).into_owned())
    }

    /// Runs pgbench for some seconds.
    ///
    /// # Errors
    /// What it complains of, and when it says something that cannot be read.
    pub fn pgbench(
        &self,
        script: &Path,
        clients: usize,
        threads: usize,
        seconds: u32,
    ) -> Result<Run, String> {
        self.sql("SELECT pg_stat_reset_shared('wal')")?;
        let mut command = self.0.client("pgbench");
        command.arg("-n").args(["-c", &clients.to_string(), "-j", &threads.to_string()]);
        command.args(["-T", &seconds.to_string(), "-f"]).arg(script).arg("postgres");
        let printed = output(&mut command)?;
        let tps = printed.lines().find_map(|l| l.strip_prefix("tps = ")?.split(' ').next());
        let tps = tps.and_then(|n| n.parse().ok()).ok_or(printed.clone())?;
        let synced = self.sql("SELECT wal_sync, wal_sync_time FROM pg_stat_wal")?;
        let mut numbers = synced.trim().split('|').filter_map(|n| n.parse::<f64>().ok());
        let (count, time) = (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0));
        Ok(Run { tps, flushes: count as u64, flush_ms: time / count.max(1.0) })
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        // Whoever prepared it removes its folder.
        let _ = self.0.stop("run", "immediate");
    }
}
