//! The command line.

/// What the command line asks for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// Anything else.
    Run(Options),
}

/// The options of a run.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The script, `-` for standard input.
    pub file: Option<String>,
    /// In pages of 8 kB.
    pub shared_buffers: Option<usize>,
    /// In bytes.
    pub memory_limit: Option<usize>,
    /// For `random()`.
    pub seed: Option<u64>,
    /// `toastscope.server`: 15, toasters or strategies.
    pub server: Option<String>,
    /// Echo the script's lines.
    pub echo: bool,
    /// Where the log's segments go.
    pub wal_directory: Option<String>,
}

/// A size with PostgreSQL's units (`kB`, `MB`, `GB`, `B`), in bytes; a bare number counts `unit`s.
fn size(text: &str, unit: usize) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: usize = text[..digits].parse().ok()?;
    let factor = match text[digits..].trim() {
        "" => unit,
        "B" => 1,
        "kB" => 1 << 10,
        "MB" => 1 << 20,
        "GB" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(factor)
}

/// Reads the arguments behind the program's name.
pub fn parse(args: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut o = Options {
        file: None,
        shared_buffers: None,
        memory_limit: None,
        seed: None,
        server: None,
        echo: true,
        wal_directory: None,
    };
    let mut args = args.peekable();
    while let Some(arg) = args.next() {
        let (name, mut value) = match arg.split_once('=') {
            Some((n, v)) if n.starts_with("--") => (n.to_string(), Some(v.to_string())),
            _ => (arg, None),
        };
        let mut need = || {
            let v = value.take().or_else(|| args.next());
            v.ok_or_else(|| format!("option {name} needs a value"))
        };
        match name.as_str() {
            "-h" | "--help" => return Ok(Command::Help),
            "-V" | "--version" => return Ok(Command::Version),
            "--no-echo" => o.echo = false,
            "--shared-buffers" => {
                let v = need()?;
                let bytes = size(&v, 8192).ok_or_else(|| format!("\"{v}\" is not a size"))?;
                o.shared_buffers = Some((bytes / 8192).max(16));
            }
            "--memory-limit" => {
                let v = need()?;
                o.memory_limit = Some(size(&v, 1).ok_or_else(|| format!("\"{v}\" is not a size"))?);
            }
            "--wal-directory" => o.wal_directory = Some(need()?),
            "--server" => {
                let v = need()?;
                if !matches!(v.as_str(), "15" | "toasters" | "strategies") {
                    return Err(format!("\"{v}\" is not a server: 15, toasters or strategies"));
                }
                o.server = Some(v);
            }
            "--seed" => {
                let v = need()?;
                o.seed = Some(v.parse().map_err(|_| format!("\"{v}\" is not a number"))?);
            }
            n if n.starts_with('-') && n != "-" => return Err(format!("unknown option {n}")),
            _ if o.file.is_some() => return Err("only one file can be run".to_string()),
            _ => o.file = Some(name),
        }
    }
    Ok(Command::Run(o))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_files() {
        let args = ["--shared-buffers=128MB", "--seed", "7", "a.sql"].map(String::from);
        let Ok(Command::Run(o)) = parse(args.into_iter()) else { panic!("did not parse") };
        assert_eq!((o.shared_buffers, o.seed), (Some(16384), Some(7)));
        assert_eq!(o.file.as_deref(), Some("a.sql"));
        assert!(parse(["--what".to_string()].into_iter()).is_err());
    }
}
