//! Prints how long a real PostgreSQL 15 takes for each script, in seconds: the whole psql run, on a
//! fresh cluster, without starting it.

use std::path::Path;
use std::process::ExitCode;
use toastscope_tests::server::Server;

fn main() -> ExitCode {
    let Some(server) = Server::prepare() else {
        eprintln!("PostgreSQL 15 is not installed (Debian: postgresql-15).");
        return ExitCode::from(2);
    };
    let time = || -> Result<(), String> {
        let server = server?;
        for script in std::env::args().skip(1) {
            println!("{:.4}", server.seconds(Path::new(&script))?);
        }
        Ok(())
    };
    match time() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
