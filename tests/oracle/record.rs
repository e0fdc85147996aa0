//! Writes FILE.out beside each FILE.sql: what a real PostgreSQL 15 prints for it on a fresh cluster.

use std::path::Path;
use std::process::ExitCode;
use toastscope_tests::server::Server;

fn main() -> ExitCode {
    let Some(server) = Server::prepare() else {
        eprintln!("PostgreSQL 15 is not installed (Debian: postgresql-15).");
        return ExitCode::FAILURE;
    };
    let record = || -> Result<(), String> {
        let server = server?;
        for script in std::env::args().skip(1) {
            let script = Path::new(&script);
            let printed = server.transcript(script)?;
            std::fs::write(script.with_extension("out"), printed).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    match record() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
