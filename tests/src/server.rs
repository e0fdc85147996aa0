//! A real PostgreSQL in a folder of its own: what it prints for a script, on a fresh cluster. It is 15 unless
//! another version is asked for.
//!
//! The cluster is made once, with the settings that the recorded transcripts name (C locale, 2 GB of
//! shared buffers, no autovacuum, no JIT, no parallel workers, no background writer), with the next
//! OID 16384; each script runs on a copy of it. As root the server runs as the user `postgres`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::crash;

/// A cluster to copy, and the copy that runs.
#[derive(Debug)]
pub struct Server {
    /// The folder of initdb, pg_ctl and postgres.
    bin: PathBuf,
    /// The folder of psql, pg_resetwal and pg_waldump; often the same.
    tools: PathBuf,
    home: PathBuf,
    port: u16,
    as_postgres: bool,
    /// Whether the server was compiled with lz4.
    pub has_lz4: bool,
}

/// Whether a value can be compressed with lz4.
const HAS_LZ4: &str =
    "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'";

const SETTINGS: &str = "
listen_addresses = ''
shared_buffers = 2GB
max_wal_size = 16GB
checkpoint_timeout = 1h
autovacuum = off
fsync = off
jit = off
max_parallel_workers_per_gather = 0
bgwriter_lru_maxpages = 0
";

/// The folder of PostgreSQL 15's programs, if it is installed.
pub fn installed() -> Option<PathBuf> {
    installed_version("15")
}

/// The folder of a major version's server programs, if it is installed: what the environment variable
/// `PGBIN` names, what `pg_config` names, or Debian's folder.
pub fn installed_version(version: &str) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PGBIN").map(PathBuf::from).into_iter().collect();
    if let Ok(output) = Command::new("pg_config").arg("--bindir").output() {
        folders.push(String::from_utf8_lossy(&output.stdout).trim().into());
    }
    folders.push(format!("/usr/lib/postgresql/{version}/bin").into());
    let name = format!("(PostgreSQL) {version}.");
    folders.into_iter().find(|bin| {
        Command::new(bin.join("postgres"))
            .arg("--version")
            .output()
            .is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains(&name))
    })
}

/// Whether a test that needs a server is skipped, which it prints. With `NOTHING_LEFT_OUT` set, as
/// `.ci/run` does, no test is skipped: it fails without a server.
pub fn leaves_out(what: &str) -> bool {
    let left_out = installed().is_none() && std::env::var_os("NOTHING_LEFT_OUT").is_none();
    if left_out {
        println!("Left out: {what} (PostgreSQL 15; Debian: postgresql-15).");
    }
    left_out
}

impl Server {
    /// A cluster for a test.
    ///
    /// # Errors
    /// When PostgreSQL 15 is not installed, and what the program that failed printed.
    pub fn for_test() -> Result<Server, String> {
        Server::prepare().unwrap_or_else(|| Err("PostgreSQL 15 is not installed.".to_owned()))
    }

    /// Makes the cluster. `None` when PostgreSQL 15 is not installed.
    ///
    /// # Errors
    /// What the program that failed printed.
    pub fn prepare() -> Option<Result<Server, String>> {
        Server::prepare_version("15")
    }

    /// Makes the cluster of a major version. Where psql and pg_resetwal are in another folder than the
    /// server, the environment variable `PGTOOLS` names it. `None` when the version is not installed.
    ///
    /// # Errors
    /// What the program that failed printed.
    pub fn prepare_version(version: &str) -> Option<Result<Server, String>> {
        let bin = installed_version(version)?;
        let asked = std::env::var_os("PGBIN").is_some_and(|folder| bin == folder);
        let tools = std::env::var_os("PGTOOLS").filter(|_| asked);
        let tools = tools.map_or_else(|| bin.clone(), PathBuf::from);
        Some(Server::make(bin, tools))
    }

    /// Makes the cluster with the programs in `bin`; `tools` has psql.
    fn make(bin: PathBuf, tools: PathBuf) -> Result<Server, String> {
        let id = output(Command::new("id").arg("-u"))?;
        let pid = std::process::id();
        let home = std::env::temp_dir().join(format!("toastscope-postgres-{pid}"));
        fs::create_dir_all(&home).map_err(|e| e.to_string())?;
        let as_postgres = id.trim() == "0";
        if as_postgres {
            output(Command::new("chown").arg("postgres").arg(&home))?;
        }
        let port = 20_000 + (pid % 20_000) as u16;
        let mut server = Server { bin, tools, home, port, as_postgres, has_lz4: false };
        server.run(
            "initdb",
            &[
                "-U",
                "postgres",
                "-A",
                "trust",
                "--no-locale",
                "-E",
                "UTF8",
                "--no-sync",
                "-D",
                &server.path("template"),
            ],
        )?;
        let socket = format!("unix_socket_directories = '{}'\n", server.home.display());
        let file = server.home.join("template/postgresql.conf");
        let defaults = fs::read_to_string(&file).map_err(|e| e.to_string())?;
        fs::write(&file, format!("{defaults}{SETTINGS}{socket}")).map_err(|e| e.to_string())?;
        server.start("template")?;
        for extension in ["pageinspect", "pg_walinspect", "pg_visibility"] {
            server.command(&format!("CREATE EXTENSION {extension}"))?;
        }
        server.command("VACUUM FREEZE")?;
        // Asked here, since each start and stop after pg_resetwal writes to the log that scripts find.
        server.has_lz4 = output(server.psql().args(["-qAt", "-c", HAS_LZ4]))?.trim() == "t";
        server.stop("template", "fast")?;
        let resetwal = server.tools.join("pg_resetwal");
        output(server.as_server_user(&resetwal).args(["-o", "16384", &server.path("template")]))?;
        server.start("template")?;
        server.command("SELECT txid_current()")?;
        server.stop("template", "fast")?;
        Ok(server)
    }

    /// The path of a file in the server's folder.
    pub(crate) fn path(&self, name: &str) -> String {
        self.home.join(name).display().to_string()
    }

    /// A command that runs a server program, as a user that may run it.
    pub(crate) fn program(&self, name: &str) -> Command {
        self.as_server_user(&self.bin.join(name))
    }

    /// A command that runs a program as the user of the server.
    fn as_server_user(&self, program: &Path) -> Command {
        if self.as_postgres {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        }
    }

    /// Runs one of the server's programs.
    fn run(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        output(self.program(name).args(arguments).current_dir(&self.home)).map(drop)
    }

    /// Starts a server on the cluster in this folder.
    pub(crate) fn start(&self, cluster: &str) -> Result<(), String> {
        let options = format!("-p {}", self.port);
        let log = self.path("log");
        // The server outlives pg_ctl, so its output must not be a pipe that we wait for.
        let status = self
            .program("pg_ctl")
            .args(["-D", &self.path(cluster), "-o", &options, "-l", &log, "-w", "start"])
            .current_dir(&self.home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|e| e.to_string())?;
        if status.success() {
            return Ok(());
        }
        Err(format!("PostgreSQL did not start: {}", fs::read_to_string(log).unwrap_or_default()))
    }

    /// Stops the server in a mode of `pg_ctl stop`.
    pub(crate) fn stop(&self, cluster: &str, mode: &str) -> Result<(), String> {
        self.run("pg_ctl", &["-D", &self.path(cluster), "-m", mode, "-w", "stop"])
    }

    /// A command that runs a client program which connects as `postgres`.
    pub(crate) fn client(&self, name: &str) -> Command {
        let mut client = Command::new(self.tools.join(name));
        client.arg("-h").arg(&self.home).arg("-p").arg(self.port.to_string());
        client.args(["-U", "postgres"]);
        client
    }

    /// A command that runs psql.
    pub(crate) fn psql(&self) -> Command {
        let mut psql = self.client("psql");
        psql.args(["-X", "-d", "postgres"]);
        psql
    }

    /// The server's release, minor number included: `15.18`.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn release(&self) -> Result<String, String> {
        let printed = output(Command::new(self.bin.join("postgres")).arg("--version"))?;
        let number = printed.split(' ').find(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        Ok(number.unwrap_or_default().trim().to_owned())
    }

    /// Runs SQL whose result nobody reads.
    fn command(&self, sql: &str) -> Result<(), String> {
        output(self.psql().args(["-q", "-c", sql])).map(drop)
    }

    /// What `psql -X -a -f SCRIPT` prints on a fresh cluster, both streams in one. At `\crash` the
    /// server is stopped immediately and started again.
    ///
    /// # Errors
    /// When the server cannot be started; errors of the script are part of what is printed.
    pub fn transcript(&self, script: &Path) -> Result<String, String> {
        let seconds = self.seconds(script);
        let printed = fs::read(self.home.join("printed"));
        seconds?;
        let printed = printed.map_err(|e| e.to_string())?;
        // Messages may quote bytes that are no text.
        let log = fs::read(self.path("log")).map_err(|e| e.to_string())?;
        let (printed, log) = (String::from_utf8_lossy(&printed), String::from_utf8_lossy(&log));
        Ok(crash::restored(&printed, &self.crash_program(), &log))
    }

    /// The path of the program that a script runs for `\crash`.
    fn crash_program(&self) -> PathBuf {
        self.home.join("crash")
    }

    /// Writes the program for `\crash`, and the script that calls it. Returns the script's path.
    fn prepare_crashes(&self, script: &Path, text: &str) -> std::io::Result<PathBuf> {
        let user = if self.as_postgres { "runuser -u postgres -- " } else { "" };
        let ctl = format!("{user}{} -D {}", self.bin.join("pg_ctl").display(), self.path("run"));
        let (port, log) = (self.port, self.path("log"));
        let program = format!(
            "cd {}\n\
             {ctl} -m immediate -w stop >/dev/null\n\
             {ctl} -o '-p {port}' -l {log} -w start </dev/null >/dev/null 2>&1\n\
             echo postgres\n",
            self.home.display()
        );
        fs::write(self.crash_program(), program)?;
        let copy = self.home.join(script.file_name().unwrap_or_default());
        fs::write(&copy, crash::runnable(text, &self.crash_program()))?;
        Ok(copy)
    }

    /// The folder with the log's segments of the last script.
    pub fn wal_directory(&self) -> PathBuf {
        self.home.join("run/pg_wal")
    }

    /// What `pg_waldump` prints for a segment, or for a folder of segments within a range; its error
    /// output comes second.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn waldump(
        &self,
        file: &Path,
        range: Option<(&str, &str)>,
    ) -> Result<(String, String), String> {
        let mut command = Command::new(self.tools.join("pg_waldump"));
        if let Some((from, to)) = range {
            command.args(["-s", from, "-e", to, "-p"]);
        }
        let done = command.arg(file).output().map_err(|e| e.to_string())?;
        let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        Ok((text(&done.stdout), text(&done.stderr)))
    }

    /// What `pg_waldump --stats=record` prints of a segment.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn waldump_stats(&self, file: &Path) -> Result<String, String> {
        output(Command::new(self.tools.join("pg_waldump")).arg("--stats=record").arg(file))
    }

    /// How many seconds psql takes for a script on a fresh cluster; its output goes to a file.
    ///
    /// # Errors
    /// When the server cannot be started.
    pub fn seconds(&self, script: &Path) -> Result<f64, String> {
        output(Command::new("rm").arg("-rf").arg(self.home.join("run")))?;
        output(
            Command::new("cp").arg("-a").arg(self.home.join("template")).arg(self.home.join("run")),
        )?;
        self.start("run")?;
        let mut script = script.canonicalize().map_err(|e| e.to_string())?;
        let text = fs::read(&script).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        if crash::used(&text) {
            script = self.prepare_crashes(&script, &text).map_err(|e| e.to_string())?;
        }
        let folder = script.parent().ok_or("a script is in a folder")?;
        let name = script.file_name().ok_or("a script has a name")?;
        let printed = self.home.join("printed");
        let file = fs::File::create(&printed).map_err(|e| e.to_string())?;
        let errors = file.try_clone().map_err(|e| e.to_string())?;
        let start = Instant::now();
        let done = self
            .psql()
            .args(["-a", "-f"])
            .arg(name)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(errors)
            .status();
        let seconds = start.elapsed().as_secs_f64();
        self.stop("run", "immediate")?;
        done.map_err(|e| e.to_string())?;
        Ok(seconds)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Whatever still runs is stopped; then nothing is left behind.
        let _ = self.stop("run", "immediate");
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// Runs a program and returns its output.
///
/// # Errors
/// What it complains of.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr)))
    }
}
