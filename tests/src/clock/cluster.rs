//! A PostgreSQL 15 in a folder of its own, to take the time of: shared buffers, fsync and all else as
//! they are out of the box, but for what would disturb a measurement.

use super::priority::urgent;
use super::wire::Wire;
use crate::server::installed;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// No process works on its own, no plan is parallel or compiled (the engine's are neither), and segments
/// of the log are used again instead of being made.
const SETTINGS: &str = "
listen_addresses = ''
autovacuum = off
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
bgwriter_lru_maxpages = 0
checkpoint_timeout = 1d
max_wal_size = 16GB
min_wal_size = 4GB
";

/// What scripts call functions of, besides the server's own.
pub const EXTENSIONS: [&str; 3] = ["pageinspect", "pg_visibility", "pgstattuple"];

/// A running server.
#[derive(Debug)]
pub struct Cluster {
    bin: PathBuf,
    home: PathBuf,
}

impl Cluster {
    /// Makes a cluster and starts it.
    ///
    /// # Errors
    /// When PostgreSQL 15 is not installed, and what the program that failed printed.
    pub fn start() -> Result<Cluster, String> {
        let bin = installed().ok_or("PostgreSQL 15 is not installed (Debian: postgresql-15).")?;
        let home = std::env::temp_dir().join(format!("toastscope-clock-{}", std::process::id()));
        fs::create_dir_all(&home).map_err(|e| e.to_string())?;
        let cluster = Cluster { bin, home };
        if is_root() {
            output(Command::new("chown").arg("postgres").arg(&cluster.home))?;
        }
        let data = cluster.data();
        let initdb = ["-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8", "-D", &data];
        output(cluster.program("initdb").args(initdb))?;
        let file = cluster.home.join("data/postgresql.conf");
        let defaults = fs::read_to_string(&file).map_err(|e| e.to_string())?;
        let socket = format!("unix_socket_directories = '{}'\n", cluster.home.display());
        fs::write(&file, format!("{defaults}{SETTINGS}{socket}")).map_err(|e| e.to_string())?;
        let log = cluster.home.join("log").display().to_string();
        // The server outlives pg_ctl, so its output must not be a pipe that we wait for.
        let status = cluster
            .program("pg_ctl")
            .args(["-D", &data, "-l", &log, "-w", "start"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match status {
            Ok(status) if status.success() => Ok(cluster),
            _ => Err(format!(
                "PostgreSQL did not start: {}",
                fs::read_to_string(log).unwrap_or_default()
            )),
        }
    }

    /// A connection whose server process has priority over other processes.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn connect(&self) -> Result<Wire, String> {
        let text = |e: std::io::Error| e.to_string();
        let mut wire = Wire::connect(&self.home.join(".s.PGSQL.5432")).map_err(text)?;
        let pid = wire.query("SELECT pg_backend_pid()").map_err(text)?.lines;
        pid.iter().for_each(|pid| urgent(pid, true));
        Ok(wire)
    }

    /// A connection to a database that has the extensions whose functions are called.
    ///
    /// # Errors
    /// As [`Cluster::connect`], and when an extension cannot be made.
    pub fn connect_with_extensions(&self) -> Result<Wire, String> {
        let mut wire = self.connect()?;
        for extension in EXTENSIONS {
            let sql = format!("CREATE EXTENSION IF NOT EXISTS {extension} SCHEMA pg_catalog");
            wire.query(&sql).map_err(|e| e.to_string())?;
        }
        Ok(wire)
    }

    /// The cluster's data folder.
    fn data(&self) -> String {
        self.home.join("data").display().to_string()
    }

    /// One of the server's programs, run as postgres where we are root.
    fn program(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.home);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        // Whatever still runs is stopped; then nothing is left behind.
        let _ = output(self.program("pg_ctl").args(["-D", &data, "-m", "immediate", "-w", "stop"]));
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// Whether we are root, as which a server does not start.
fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Runs a command and returns what it printed, or its errors.
fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr)))
    }
}

/// The machine, in a line: its processor, its cores, its system, and the server's version.
pub fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or("a processor");
    let cores = cpu.lines().filter(|l| l.starts_with("processor")).count();
    let kernel = output(Command::new("uname").arg("-sr")).unwrap_or_default();
    let version = installed()
        .and_then(|bin| output(Command::new(bin.join("postgres")).arg("--version")).ok())
        .unwrap_or_default();
    let model = model.trim_start_matches([' ', '\t', ':']);
    format!("{}, {model}, {cores} cores, {}", version.trim(), kernel.trim())
}
