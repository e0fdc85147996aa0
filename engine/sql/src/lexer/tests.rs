use super::*;

fn tokens(text: &str) -> Vec<Tok> {
    let mut l = Lexer::new(text);
    let mut out = Vec::new();
    loop {
        match l.next_token() {
            Ok(t) if t.tok == Tok::Eof => return out,
            Ok(t) => out.push(t.tok),
            Err(e) => {
                out.push(Tok::Op(e.message));
                return out;
            }
        }
    }
}

fn s(text: &str) -> Tok {
    Tok::Str(text.into())
}
fn op(text: &str) -> Tok {
    Tok::Op(text.into())
}

#[test]
fn strings() {
    assert_eq!(
        tokens("'a''b' E'\\x41\\n' $$x'$$ $q$a$$b$q$"),
        vec![s("a'b"), s("A\n"), s("x'"), s("a$$b")]
    );
    assert_eq!(tokens("'a' -- c\n 'b'"), vec![s("ab")]);
    assert_eq!(tokens("'a' 'b'"), vec![s("a"), s("b")]);
    assert_eq!(tokens("U&'d!0061t' UESCAPE '!'"), vec![s("dat")]);
    assert_eq!(tokens("'abc"), vec![op("unterminated quoted string at or near \"'abc\"")]);
}

#[test]
fn numbers() {
    assert_eq!(tokens("1..2"), vec![Tok::Int(1), Tok::DotDot, Tok::Int(2)]);
    assert_eq!(
        tokens("2147483648 .5 1."),
        vec![Tok::Float("2147483648".into()), Tok::Float(".5".into()), Tok::Float("1.".into())]
    );
    assert_eq!(
        tokens("123abc"),
        vec![op("trailing junk after numeric literal at or near \"123abc\"")]
    );
}

#[test]
fn operators() {
    assert_eq!(tokens("=-1"), vec![Tok::Char(b'='), Tok::Char(b'-'), Tok::Int(1)]);
    assert_eq!(tokens("@- <->/* */"), vec![op("@-"), op("<->")]);
    assert_eq!(tokens("->> !="), vec![op("->>"), Tok::NotEquals]);
}
