//! What shells need to complete the command's options: made from the same table that reads them.
//!
//! ```text
//! source <(toastscope --completions bash)                                  in ~/.bashrc
//! toastscope --completions fish > ~/.config/fish/completions/toastscope.fish
//! toastscope --completions zsh > "${fpath[1]}/_toastscope"
//! ```

use crate::options::{FLAGS, Value};

/// The script for a shell: bash, fish or zsh.
pub fn script(shell: &str) -> String {
    match shell {
        "bash" => bash(),
        "fish" => fish(),
        _ => zsh(),
    }
}

/// The completion for bash.
fn bash() -> String {
    let mut options = Vec::new();
    let mut values = String::new();
    for flag in FLAGS {
        options.extend(flag.short.map(|letter| format!("-{letter}")));
        options.push(format!("--{}", flag.long));
        let answer = match flag.value {
            Value::None => continue,
            Value::Text(_) => ":".to_string(),
            Value::File => "COMPREPLY=($(compgen -f -- \"$current\"))".to_string(),
            Value::Folder => "COMPREPLY=($(compgen -d -- \"$current\"))".to_string(),
            Value::OneOf(words) => {
                format!("COMPREPLY=($(compgen -W '{}' -- \"$current\"))", words.join(" "))
            }
        };
        values += &format!("        --{}) {answer}; return ;;\n", flag.long);
    }
    let options = options.join(" ");
    format!(
        "\
_toastscope() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
    COMPREPLY=()
    # Bash takes --option=value for three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    case $previous in
{values}    esac
    case $current in
        -*) COMPREPLY=($(compgen -W '{options}' -- \"$current\")) ;;
        *) COMPREPLY=($(compgen -f -- \"$current\")) ;;
    esac
}}
complete -o filenames -F _toastscope toastscope
"
    )
}

/// The completion for fish.
fn fish() -> String {
    let mut text = String::new();
    for flag in FLAGS {
        let short = flag.short.map(|letter| format!(" -s {letter}")).unwrap_or_default();
        let value = match flag.value {
            Value::None => String::new(),
            Value::Text(_) => " -x".to_string(),
            Value::File => " -r".to_string(),
            Value::Folder => " -x -a '(__fish_complete_directories)'".to_string(),
            Value::OneOf(words) => format!(" -x -a '{}'", words.join(" ")),
        };
        let help = flag.help.replace('\'', "\\'");
        text += &format!("complete -c toastscope{short} -l {}{value} -d '{help}'\n", flag.long);
    }
    text
}

/// The completion for zsh.
fn zsh() -> String {
    let mut text = String::from("#compdef toastscope\n_arguments \\\n");
    for flag in FLAGS {
        let help = flag.help.replace('\'', "'\\''").replace(':', "\\:");
        let (sign, value) = match flag.value {
            Value::None => ("", String::new()),
            Value::Text(name) => ("=", format!(":{name}: ")),
            Value::File => ("=", ":FILE:_files".to_string()),
            Value::Folder => ("=", ":FOLDER:_files -/".to_string()),
            Value::OneOf(words) => ("=", format!(":NAME:({})", words.join(" "))),
        };
        let spellings = flag.short.map(|letter| format!("-{letter}"));
        for spelling in spellings.into_iter().chain([format!("--{}{sign}", flag.long)]) {
            text += &format!("    '{spelling}[{help}]{value}' \\\n");
        }
    }
    text + "    '::FILE:_files'\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shell_has_each_option() {
        for shell in ["bash", "fish", "zsh"] {
            let script = script(shell);
            for flag in FLAGS {
                assert!(script.contains(flag.long), "{shell} {}", flag.long);
                if let Value::OneOf(words) = flag.value {
                    assert!(script.contains(&words.join(" ")), "{shell} {}", flag.long);
                }
            }
        }
    }
}
