//! ALTER TABLE and its kin, RENAME, SET SCHEMA, OWNER.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::{PgError, Result, SqlState};

impl Parser<'_> {
    /// Parses a statement that begins with ALTER.
    pub(super) fn alter(&mut self) -> Result<Statement> {
        self.expect("alter")?;
        match self.word() {
            "table" => self.alter_relation(ObjectType::Table),
            "index" => self.alter_relation(ObjectType::Index),
            "view" => self.alter_relation(ObjectType::View),
            "materialized" => {
                self.bump()?;
                if !self.is("view") {
                    return self.unexpected();
                }
                self.alter_relation(ObjectType::MatView)
            }
            "sequence" => self.alter_relation(ObjectType::Sequence),
            "system" => {
                self.bump()?;
                let reset = self.is("reset");
                if !reset && !self.is("set") {
                    return self.unexpected();
                }
                self.bump()?;
                let set = if reset { self.reset_rest()? } else { self.generic_set(false)? };
                Ok(Statement::AlterSystem(Box::new(set)))
            }
            "schema" => self.alter_named(ObjectType::Schema),
            "extension" => {
                self.bump()?;
                let name = self.col_id()?;
                let location = self.pos();
                match self.word() {
                    "update" => {
                        self.bump()?;
                        let mut options = Vec::new();
                        if self.eat("to")? {
                            let arg = Some(DefArg::String(self.boolean_or_string()?));
                            let name = "new_version".into();
                            options.push(DefElem { namespace: None, name, arg, location });
                        }
                        Ok(Statement::AlterExtension(Box::new(AlterExtensionStmt {
                            name,
                            options,
                        })))
                    }
                    _ => self.unsupported("ALTER EXTENSION"),
                }
            }
            "type" => self.alter_named(ObjectType::Type),
            "domain" => self.alter_named(ObjectType::Domain),
            "function" => self.alter_function(ObjectType::Function),
            "procedure" => self.alter_function(ObjectType::Procedure),
            "routine" => self.alter_function(ObjectType::Routine),
            "trigger" => {
                self.bump()?;
                let subname = Some(self.col_id()?);
                self.expect("on")?;
                let relation = Some(self.qualified_name()?);
                self.expect_all(&["rename", "to"])?;
                let stmt = RenameStmt {
                    rename_type: ObjectType::Trigger,
                    relation_type: ObjectType::Table,
                    relation,
                    object: None,
                    subname,
                    newname: self.col_id()?,
                    behavior: DropBehavior::Restrict,
                    missing_ok: false,
                };
                Ok(Statement::Rename(Box::new(stmt)))
            }
            "role" | "user" | "group" => self.unsupported("ALTER ROLE"),
            "database" => self.unsupported("ALTER DATABASE"),
            "default" => self.unsupported("ALTER DEFAULT PRIVILEGES"),
            "aggregate" | "collation" | "conversion" | "event" | "foreign" | "language"
            | "large" | "operator" | "policy" | "publication" | "rule" | "server"
            | "statistics" | "subscription" | "tablespace" | "text" => {
                let tag = format!("ALTER {}", self.word().to_ascii_uppercase());
                self.unsupported(&tag)
            }
            _ => self.unexpected(),
        }
    }

    /// Parses ALTER FUNCTION, PROCEDURE or ROUTINE from that word.
    pub(super) fn alter_function(&mut self, object_type: ObjectType) -> Result<Statement> {
        self.bump()?;
        let name = self.routine_name()?;
        let args = self.opt_function_args(false)?;
        let action = if self.eat_all(&["rename", "to"])? {
            AlterFunctionAction::Rename(self.col_id()?)
        } else if self.is("set") && self.peek_is(1, "schema") {
            self.expect_all(&["set", "schema"])?;
            AlterFunctionAction::SetSchema(self.col_id()?)
        } else if self.eat_all(&["owner", "to"])? {
            AlterFunctionAction::Owner(self.role_spec()?)
        } else {
            let mut f = CreateFunctionStmt::without_options(false, false, name.clone(), Vec::new());
            let own =
                ["as", "language", "window", "transform", "support", "set", "reset", "depends"];
            while !own.contains(&self.word()) && self.function_option(&mut f)? {}
            if !matches!(self.tok(), Tok::Eof | Tok::Char(b';')) {
                let tag = match object_type {
                    ObjectType::Function => "ALTER FUNCTION",
                    ObjectType::Procedure => "ALTER PROCEDURE",
                    _ => "ALTER ROUTINE",
                };
                return match self.word() {
                    "support" | "set" | "reset" | "depends" | "no" => {
                        let word = self.word().to_ascii_uppercase();
                        self.unsupported(&format!("{tag} ... {word}"))
                    }
                    _ => self.unexpected(),
                };
            }
            if f.written.is_empty() {
                return self.unexpected();
            }
            let (volatility, strict, definer) = (f.volatility, f.strict, f.definer);
            let (options, written) = (f.options, f.written);
            AlterFunctionAction::Options { volatility, strict, definer, options, written }
        };
        let stmt = AlterFunctionStmt { object_type, name, args, action };
        Ok(Statement::AlterFunction(Box::new(stmt)))
    }

    /// Skips the rest of a statement that will be refused.
    pub(super) fn unsupported(&mut self, tag: &str) -> Result<Statement> {
        while !matches!(self.tok(), Tok::Eof | Tok::Char(b';')) {
            self.bump()?;
        }
        Ok(Statement::Unsupported(tag.to_string()))
    }

    /// Parses ALTER SCHEMA, TYPE or DOMAIN: RENAME TO, OWNER TO, SET SCHEMA.
    fn alter_named(&mut self, kind: ObjectType) -> Result<Statement> {
        self.bump()?;
        let object = self.any_name()?;
        if kind == ObjectType::Type && self.is("add") && self.peek_is(1, "value") {
            self.bump()?;
            self.bump()?;
            let if_not_exists = self.if_not_exists()?;
            let label = self.string()?;
            let mut neighbor = None;
            if matches!(self.word(), "before" | "after") {
                let after = self.is("after");
                self.bump()?;
                neighbor = Some((self.string()?, after));
            }
            let stmt = AlterEnumStmt { name: object, old: None, label, if_not_exists, neighbor };
            return Ok(Statement::AlterEnum(Box::new(stmt)));
        }
        if kind == ObjectType::Type && self.is("rename") && self.peek_is(1, "value") {
            self.bump()?;
            self.bump()?;
            let old = Some(self.string()?);
            self.expect("to")?;
            let label = self.string()?;
            let stmt =
                AlterEnumStmt { name: object, old, label, if_not_exists: false, neighbor: None };
            return Ok(Statement::AlterEnum(Box::new(stmt)));
        }
        if self.is("rename") && self.peek_is(1, "to") {
            self.bump()?;
            self.bump()?;
            let newname = self.col_id()?;
            let subname = Some(object.last.clone());
            return Ok(Statement::Rename(Box::new(RenameStmt {
                rename_type: kind,
                relation_type: kind,
                relation: None,
                object: Some(object),
                subname,
                newname,
                behavior: DropBehavior::Restrict,
                missing_ok: false,
            })));
        }
        if self.eat_all(&["owner", "to"])? {
            let new_owner = self.role_spec()?;
            let stmt = AlterOwnerStmt { object_type: kind, object, new_owner };
            return Ok(Statement::AlterOwner(Box::new(stmt)));
        }
        if kind != ObjectType::Schema && self.is("set") && self.peek_is(1, "schema") {
            self.bump()?;
            self.bump()?;
            let new_schema = self.col_id()?;
            return Ok(Statement::AlterObjectSchema(Box::new(AlterObjectSchemaStmt {
                object_type: kind,
                relation: None,
                object: Some(object),
                new_schema,
                missing_ok: false,
            })));
        }
        match kind {
            ObjectType::Type
                if matches!(self.word(), "add" | "drop" | "alter" | "rename" | "set") =>
            {
                self.unsupported("ALTER TYPE")
            }
            ObjectType::Domain
                if matches!(self.word(), "add" | "drop" | "set" | "rename" | "validate") =>
            {
                self.unsupported("ALTER DOMAIN")
            }
            _ => self.unexpected(),
        }
    }

    /// Parses a role's name, or CURRENT_ROLE, CURRENT_USER or SESSION_USER, which it returns as
    /// that word in lower case (`RoleSpec` in `gram.y`).
    pub(super) fn role_spec(&mut self) -> Result<String> {
        match self.word() {
            w @ ("current_role" | "current_user" | "session_user") => {
                self.bump()?;
                Ok(w.to_string())
            }
            _ => self.non_reserved_word(),
        }
    }

    /// Parses ALTER TABLE, INDEX, VIEW ... from after the word for the kind.
    fn alter_relation(&mut self, kind: ObjectType) -> Result<Statement> {
        self.bump()?;
        if self.is("all") {
            return self.unsupported("ALTER TABLE ALL IN TABLESPACE");
        }
        let missing_ok = self.if_exists()?;
        let relation =
            if kind == ObjectType::Table { self.relation_expr()? } else { self.qualified_name()? };
        let rename = |rename_type, relation, subname, newname, behavior| {
            Statement::Rename(Box::new(RenameStmt {
                rename_type,
                relation_type: kind,
                relation: Some(relation),
                object: None,
                subname,
                newname,
                behavior,
                missing_ok,
            }))
        };
        if self.eat("rename")? {
            if self.eat("to")? {
                let newname = self.col_id()?;
                return Ok(rename(kind, relation, None, newname, DropBehavior::Restrict));
            }
            if matches!(kind, ObjectType::Index | ObjectType::Sequence) {
                return self.unexpected();
            }
            let mut what = ObjectType::Column;
            if kind == ObjectType::Table && self.eat("constraint")? {
                what = ObjectType::TableConstraint;
            } else {
                self.eat("column")?;
            }
            let old = self.col_id()?;
            self.expect("to")?;
            let newname = self.col_id()?;
            return Ok(rename(what, relation, Some(old), newname, DropBehavior::Restrict));
        }
        if kind != ObjectType::Index && self.is("set") && self.peek_is(1, "schema") {
            self.bump()?;
            self.bump()?;
            let new_schema = self.col_id()?;
            return Ok(Statement::AlterObjectSchema(Box::new(AlterObjectSchemaStmt {
                object_type: kind,
                relation: Some(relation),
                object: None,
                new_schema,
                missing_ok,
            })));
        }
        if kind == ObjectType::Sequence && !matches!(self.word(), "owner" | "set") {
            let options = self.seq_options()?;
            if options.is_empty() {
                return self.unexpected();
            }
            let stmt = AlterSeqStmt { sequence: relation, options, missing_ok };
            return Ok(Statement::AlterSequence(Box::new(stmt)));
        }
        let form = match (kind, self.word()) {
            (ObjectType::Table, "attach") => Some("ALTER TABLE ATTACH PARTITION"),
            (ObjectType::Table, "detach") => Some("ALTER TABLE DETACH PARTITION"),
            (ObjectType::Table, "of") => Some("ALTER TABLE OF"),
            (ObjectType::Table, "not") => {
                self.expect_all(&["not", "of"])?;
                Some("ALTER TABLE NOT OF")
            }
            (ObjectType::Index, "attach") => Some("ALTER INDEX ATTACH PARTITION"),
            (_, "depends") => Some("ALTER DEPENDS ON EXTENSION"),
            (_, "no") if self.peek_is(1, "depends") => Some("ALTER NO DEPENDS ON EXTENSION"),
            _ => None,
        };
        if let Some(form) = form {
            return self.unsupported(form);
        }
        let commands = self.comma_list(|p| p.alter_command())?;
        Ok(Statement::AlterTable(Box::new(AlterTableStmt {
            relation,
            object_type: kind,
            commands,
            missing_ok,
        })))
    }

    /// One subcommand of ALTER TABLE (`alter_table_cmd`).
    fn alter_command(&mut self) -> Result<AlterTableCmd> {
        match self.word() {
            "add" => self.alter_add(),
            "drop" => self.alter_drop(),
            "alter" => {
                self.bump()?;
                if self.eat("constraint")? {
                    let location = self.pos();
                    let mut k = Constraint {
                        name: Some(self.col_id()?),
                        kind: ConstraintKind::Null,
                        deferrable: false,
                        initially_deferred: false,
                        not_valid: false,
                        no_inherit: false,
                        location,
                    };
                    self.constraint_attributes(&mut k)?;
                    return Ok(AlterTableCmd::AlterConstraint(k));
                }
                self.eat("column")?;
                self.alter_column()
            }
            "validate" => {
                self.expect_all(&["validate", "constraint"])?;
                Ok(AlterTableCmd::ValidateConstraint(self.col_id()?))
            }
            "cluster" => {
                self.expect_all(&["cluster", "on"])?;
                Ok(AlterTableCmd::ClusterOn(self.col_id()?))
            }
            "set" => self.alter_set(),
            "reset" => {
                self.bump()?;
                Ok(AlterTableCmd::ResetRelOptions(self.rel_options()?))
            }
            "inherit" => {
                self.bump()?;
                Ok(AlterTableCmd::AddInherit(self.qualified_name()?))
            }
            "no" => {
                self.bump()?;
                if self.eat("inherit")? {
                    return Ok(AlterTableCmd::DropInherit(self.qualified_name()?));
                }
                self.expect_all(&["force", "row", "level", "security"])?;
                Ok(AlterTableCmd::RowSecurity)
            }
            "owner" => {
                self.expect_all(&["owner", "to"])?;
                Ok(AlterTableCmd::ChangeOwner(self.role_spec()?))
            }
            "replica" => self.replica_identity(),
            "force" => {
                self.expect_all(&["force", "row", "level", "security"])?;
                Ok(AlterTableCmd::RowSecurity)
            }
            "enable" | "disable" => self.alter_enable(),
            _ => self.unexpected(),
        }
    }

    /// Parses ADD of a column or a constraint.
    fn alter_add(&mut self) -> Result<AlterTableCmd> {
        self.bump()?;
        if matches!(
            self.word(),
            "constraint" | "check" | "unique" | "primary" | "foreign" | "exclude"
        ) {
            return Ok(AlterTableCmd::AddConstraint(self.table_constraint()?));
        }
        self.eat("column")?;
        let if_not_exists = self.if_not_exists()?;
        let column = self.column_def()?;
        Ok(AlterTableCmd::AddColumn { column, if_not_exists })
    }

    /// Parses DROP of a column or a constraint.
    fn alter_drop(&mut self) -> Result<AlterTableCmd> {
        self.bump()?;
        if self.eat("constraint")? {
            let missing_ok = self.if_exists()?;
            let name = self.col_id()?;
            let behavior = self.drop_behavior()?;
            return Ok(AlterTableCmd::DropConstraint { name, behavior, missing_ok });
        }
        self.eat("column")?;
        let missing_ok = self.if_exists()?;
        let column = self.col_id()?;
        let behavior = self.drop_behavior()?;
        Ok(AlterTableCmd::DropColumn { column, behavior, missing_ok })
    }

    /// Parses SET of a property, or of storage parameters.
    fn alter_set(&mut self) -> Result<AlterTableCmd> {
        self.bump()?;
        match self.word() {
            "logged" => {
                self.bump()?;
                Ok(AlterTableCmd::SetLogged)
            }
            "unlogged" => {
                self.bump()?;
                Ok(AlterTableCmd::SetUnlogged)
            }
            "without" => {
                self.bump()?;
                if self.eat("cluster")? {
                    return Ok(AlterTableCmd::DropCluster);
                }
                self.expect("oids")?;
                Ok(AlterTableCmd::Other("SET WITHOUT OIDS".into()))
            }
            "tablespace" => {
                self.bump()?;
                Ok(AlterTableCmd::SetTablespace(self.col_id()?))
            }
            "access" => {
                self.expect_all(&["access", "method"])?;
                Ok(AlterTableCmd::SetAccessMethod(self.col_id()?))
            }
            _ => Ok(AlterTableCmd::SetRelOptions(self.rel_options()?)),
        }
    }

    /// Parses REPLICA IDENTITY.
    fn replica_identity(&mut self) -> Result<AlterTableCmd> {
        self.expect_all(&["replica", "identity"])?;
        let (kind, index) = match self.word() {
            "nothing" => ('n', None),
            "full" => ('f', None),
            "default" => ('d', None),
            _ => {
                self.expect_all(&["using", "index"])?;
                ('i', Some(self.col_id()?))
            }
        };
        if index.is_none() {
            self.bump()?;
        }
        Ok(AlterTableCmd::ReplicaIdentity { kind, index })
    }

    /// Parses ENABLE or DISABLE of triggers, rules or row security.
    fn alter_enable(&mut self) -> Result<AlterTableCmd> {
        let word = self.word();
        self.bump()?;
        if self.is("row") {
            self.expect_all(&["row", "level", "security"])?;
            return Ok(AlterTableCmd::RowSecurity);
        }
        let state = match (word, self.word()) {
            ("disable", _) => 'D',
            (_, "always") => 'A',
            (_, "replica") => 'R',
            _ => 'O',
        };
        if matches!(state, 'A' | 'R') {
            self.bump()?;
        }
        let what = self.word();
        if !matches!(what, "trigger" | "rule") {
            return self.unexpected();
        }
        self.bump()?;
        let name = if matches!(self.word(), "all" | "user") {
            let w = self.word().to_string();
            self.bump()?;
            w
        } else {
            self.col_id()?
        };
        Ok(match what {
            "trigger" => AlterTableCmd::Trigger(name, state),
            _ => AlterTableCmd::RowSecurity,
        })
    }

    /// Parses ALTER COLUMN from after these words.
    fn alter_column(&mut self) -> Result<AlterTableCmd> {
        if let Tok::Int(n) = *self.tok() {
            let location = self.bump()?.start;
            let column = ColumnOrNumber::Number(n);
            self.expect_all(&["set", "statistics"])?;
            let value = self.signed_integer()?;
            if n <= 0 || n > i32::from(i16::MAX) {
                let text = "column number must be in range from 1 to 32767";
                return Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, text).at(location));
            }
            return Ok(AlterTableCmd::SetStatistics { column, value });
        }
        let location = self.pos();
        let column = self.col_id()?;
        match self.word() {
            "set" => {
                self.bump()?;
                self.alter_column_set(column)
            }
            "drop" => {
                self.bump()?;
                match self.word() {
                    "default" => {
                        self.bump()?;
                        Ok(AlterTableCmd::ColumnDefault { column, default: None })
                    }
                    "not" => {
                        self.expect_all(&["not", "null"])?;
                        Ok(AlterTableCmd::DropNotNull(column))
                    }
                    "expression" => {
                        self.bump()?;
                        let missing_ok = self.eat_all(&["if", "exists"])?;
                        Ok(AlterTableCmd::DropExpression { column, missing_ok })
                    }
                    _ => {
                        self.expect("identity")?;
                        let missing_ok = self.eat_all(&["if", "exists"])?;
                        Ok(AlterTableCmd::DropIdentity { column, missing_ok })
                    }
                }
            }
            "type" => self.alter_column_type(column, location),
            "add" => {
                self.expect_all(&["add", "generated"])?;
                let always = self.generated_when()?;
                self.expect_all(&["as", "identity"])?;
                let options =
                    if self.is_char(b'(') { self.paren_seq_options()? } else { Vec::new() };
                Ok(AlterTableCmd::AddIdentity { column, always, options, location })
            }
            "reset" => {
                self.bump()?;
                Ok(AlterTableCmd::ResetOptions { column, options: self.rel_options()? })
            }
            "restart" => {
                let options = self.identity_options()?;
                Ok(AlterTableCmd::SetIdentity { column, options })
            }
            _ => self.unexpected(),
        }
    }

    /// Parses `TYPE type [COLLATE ...] [USING ...]` of ALTER COLUMN; SET DATA was read before.
    fn alter_column_type(&mut self, column: String, location: usize) -> Result<AlterTableCmd> {
        self.expect("type")?;
        let type_name = self.type_name()?;
        let collation = self.opt_collate()?;
        let using = if self.eat("using")? { Some(self.expr()?) } else { None };
        Ok(AlterTableCmd::AlterColumnType { column, type_name, collation, using, location })
    }

    /// Parses what follows ALTER COLUMN ... SET.
    fn alter_column_set(&mut self, column: String) -> Result<AlterTableCmd> {
        let location = self.pos();
        if self.is_name("toaster") {
            self.bump()?;
            return Ok(AlterTableCmd::SetToaster { column, toaster: self.col_id()?, location });
        }
        match self.word() {
            "default" => {
                self.bump()?;
                Ok(AlterTableCmd::ColumnDefault { column, default: Some(self.expr()?) })
            }
            "not" => {
                self.expect_all(&["not", "null"])?;
                Ok(AlterTableCmd::SetNotNull(column))
            }
            "statistics" => {
                self.bump()?;
                let value = self.signed_integer()?;
                let column = ColumnOrNumber::Name(column);
                Ok(AlterTableCmd::SetStatistics { column, value })
            }
            "storage" => {
                self.bump()?;
                let has_default = self.release.column_storage;
                let storage = if has_default { self.name_or_default()? } else { self.col_id()? };
                Ok(AlterTableCmd::SetStorage { column, storage })
            }
            "compression" => {
                self.bump()?;
                Ok(AlterTableCmd::SetCompression { column, method: self.name_or_default()? })
            }
            "data" => {
                self.bump()?;
                self.alter_column_type(column, location)
            }
            "expression" if self.release.set_expression => {
                self.expect_all(&["expression", "as"])?;
                self.expect_char(b'(')?;
                let expr = self.expr()?;
                self.expect_char(b')')?;
                Ok(AlterTableCmd::SetExpression { column, expr })
            }
            _ if self.is_char(b'(') => {
                Ok(AlterTableCmd::SetOptions { column, options: self.rel_options()? })
            }
            _ => {
                // SET GENERATED, SET <sequence option>: step back into the list of options.
                let mut options = self.identity_option_after_set()?;
                options.append(&mut self.identity_options()?);
                Ok(AlterTableCmd::SetIdentity { column, options })
            }
        }
    }

    /// An option of an identity column after SET.
    fn identity_option_after_set(&mut self) -> Result<Vec<DefElem>> {
        let location = self.pos();
        if self.eat("generated")? {
            let always = self.generated_when()?;
            let arg = Some(DefArg::Boolean(always));
            return Ok(vec![DefElem { namespace: None, name: "generated".into(), arg, location }]);
        }
        match self.seq_option()? {
            Some(o) if matches!(&*o.name, "as" | "restart" | "owned_by") => {
                self.fail(&format!("sequence option \"{}\" not supported here", o.name), location)
            }
            Some(o) => Ok(vec![o]),
            None => self.unexpected(),
        }
    }

    /// Parses changes of an identity column: `RESTART [[WITH] n]` and `SET` with an option of a
    /// sequence or GENERATED, any number of them and also none (`alter_identity_column_option_list`
    /// in `gram.y`).
    fn identity_options(&mut self) -> Result<Vec<DefElem>> {
        let mut out = Vec::new();
        loop {
            let location = self.pos();
            if self.eat("restart")? {
                self.eat("with")?;
                let arg =
                    if matches!(self.tok(), Tok::Int(_) | Tok::Float(_) | Tok::Char(b'+' | b'-')) {
                        Some(self.numeric_only()?)
                    } else {
                        None
                    };
                out.push(DefElem { namespace: None, name: "restart".into(), arg, location });
            } else if self.eat("set")? {
                out.append(&mut self.identity_option_after_set()?);
            } else {
                return Ok(out);
            }
        }
    }
}
