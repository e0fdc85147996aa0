//! Statements that are not queries (`utility.c`): definitions, settings, maintenance.
//!
//! | module | statements |
//! |---|---|
//! | [`create`](self), `columns`, `options` | CREATE TABLE, CREATE TABLE AS, reloptions |
//! | `alter`, `rewrite` | ALTER TABLE |
//! | `index`, `opclass`, `reindex`, `cluster` | CREATE INDEX, REINDEX, CLUSTER |
//! | `define` | what the values of options say |
//! | `drop`, `dependencies` | DROP, TRUNCATE; what depends on an object |
//! | `rename` | RENAME, SET SCHEMA |
//! | [`sequence`] | sequences and `nextval` |
//! | `types`, `function`, `misc`, `extension` | types, schemas, functions, views, comments; extensions |
//! | `roles` | GRANT, OWNER TO: what is asked of roles that are not there |
//! | [`set`], [`prepare`], `maintain` | SET, PREPARE, VACUUM and ANALYZE |

mod alter;
mod alter_type;
mod check;
mod cluster;
pub(crate) mod columns;
mod copy;
pub(crate) mod create;
pub(crate) mod create_as;
pub(crate) mod cursor;
pub(crate) mod database;
mod define;
mod dependencies;
mod drop;
pub(crate) mod explain;
mod extension;
mod function;
pub(crate) mod index;
mod index_constraint;
mod maintain;
mod misc;
mod named_functions;
mod not_null;
pub(crate) mod objects;
mod opclass;
mod options;
pub(crate) mod prepare;
mod reindex;
mod rename;
mod rewrite;
mod roles;
mod safe_path;
pub(crate) mod sequence;
pub(crate) mod set;
mod tablespace;
pub(crate) mod toaster;
mod trigger;
mod types;

use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::stored::remaining_changes;
use sql::ast::Statement;
use storage::err;
use storage::error::Result;

pub(crate) use create::drop_temporary;
pub(crate) use function::literal_place;

/// Runs a utility statement.
pub(crate) fn run(b: &mut Backend<'_>, stmt: &Statement) -> Result<StatementResult> {
    let before = (b.catalog.clone(), b.store.xact.current_command_id(false));
    let answer = dispatch(b, stmt)?;
    // Whatever else changed the catalog did so under one command id.
    if b.store.xact.in_transaction()
        && !b.catalog.same(&before.0)
        && b.store.xact.current_command_id(false) == before.1
    {
        b.store.xact.current_command_id(true);
    }
    if !b.catalog.same(&before.0) {
        // VACUUM FULL has settled its tables in transactions of their own.
        if !matches!(stmt, Statement::Vacuum(_)) {
            remaining_changes::store_remaining_changes(&mut b.catalog_store(), &before.0);
        }
        // Not all catalogs have pages here: CREATE FUNCTION logs no row, and yet its commit is waited for.
        b.store.wal.changed_unlogged();
    }
    b.sync_store();
    Ok(answer)
}

/// Runs a statement with the function that knows its kind (`standard_ProcessUtility`).
fn dispatch(b: &mut Backend<'_>, stmt: &Statement) -> Result<StatementResult> {
    match stmt {
        Statement::Copy(s) => copy::run(b, s),
        Statement::CreateTable(s) => create::table(b, s),
        Statement::CreateTableAs(s) => create_as::table_as(b, s),
        Statement::Select(s) => create_as::select_into(b, s),
        Statement::AlterTable(s) => alter::table(b, s),
        Statement::Rename(s) => rename::rename(b, s),
        Statement::AlterObjectSchema(s) => rename::set_schema(b, s),
        Statement::AlterOwner(s) => roles::owner(b, s),
        Statement::Drop(s) => drop::run(b, s),
        Statement::Truncate(s) => drop::truncate(b, s),
        Statement::Index(s) => index::create(b, s),
        Statement::Reindex(s) => reindex::reindex(b, s),
        Statement::Cluster(s) => cluster::cluster(b, s),
        Statement::CreateSchema(s) => misc::create_schema(b, s),
        Statement::CreateSequence(s) => sequence::create(b, s),
        Statement::AlterSequence(s) => sequence::alter(b, s),
        Statement::View(s) => misc::create_view(b, s),
        Statement::RefreshMatView(s) => create_as::refresh(b, s),
        Statement::CreateFunction(s) => function::create_function(b, s),
        Statement::CreateTrigger(s) => trigger::create(b, s),
        Statement::CompositeType(s) => types::composite(b, s),
        Statement::CreateEnum(s) => types::enumeration(b, s),
        Statement::CreateDomain(s) => types::domain(b, s),
        Statement::CreateExtension(s) => extension::create(b, s),
        Statement::CreateToaster(s) => toaster::create(b, s),
        Statement::AlterExtension(s) => extension::alter(b, s),
        Statement::Comment(s) => misc::comment(b, s),
        Statement::Vacuum(s) => maintain::vacuum(b, s),
        Statement::Checkpoint => {
            b.checkpoint();
            Ok("CHECKPOINT".into())
        }
        Statement::VariableSet(s) => set::set(b, s),
        Statement::VariableShow(s) => set::show(b, &s.name),
        Statement::AlterSystem(s) => set::alter_system(b, s),
        Statement::Prepare(s) => prepare::prepare(b, s),
        Statement::Execute(s) => {
            // It runs in a portal without a name (`CreateNewPortal`).
            let runs = b.session.prepared.get(&s.name);
            let runs = runs.is_some_and(|p| p.params.len() == s.params.len());
            b.session.unnamed_portals += u32::from(runs);
            prepare::execute(b, s)
        }
        Statement::Deallocate(s) => prepare::deallocate(b, s),
        Statement::Discard(t) => set::discard(b, *t),
        Statement::Lock(s) => misc::lock(b, s),
        Statement::Grant(s) => roles::grant(b, s),
        Statement::Call(c) => function::call(b, c),
        Statement::CreateDatabase(name, options) => database::create(b, name, options),
        Statement::DeclareCursor(s) => cursor::declare(b, s),
        Statement::Fetch(s) => cursor::fetch(b, s),
        Statement::ClosePortal(s) => {
            cursor::close(b, s.name.as_deref())?;
            Ok(if s.name.is_some() { "CLOSE CURSOR" } else { "CLOSE CURSOR ALL" }.into())
        }
        Statement::Do(s) => {
            let Some(body) = &s.body else {
                return err!(SYNTAX_ERROR, "no inline code specified");
            };
            let language = s.language.as_deref().unwrap_or("plpgsql");
            if language == "plpgsql" {
                // What runs within is called from a function (`PreventInTransactionBlock`).
                b.enter_function()?;
                let done = (b.calls.block)(b, body);
                b.session.function_depth -= 1;
                done?;
                return Ok("DO".into());
            }
            if matches!(language, "sql" | "c" | "internal") {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "language \"{language}\" does not support inline code execution"
                );
            }
            err!(UNDEFINED_OBJECT, "language \"{language}\" does not exist")
        }
        Statement::AlterEnum(s) => types::add_label(b, s),
        Statement::AlterFunction(s) => alter::function::run(b, s),
        Statement::Unsupported(tag) => {
            err!(FEATURE_NOT_SUPPORTED, "{tag} is not modelled")
        }
        _ => err!(FEATURE_NOT_SUPPORTED, "this statement is not modelled"),
    }
}

/// The tag of a utility statement that a read-only transaction refuses (`ClassifyUtilityCommandAsReadOnly`,
/// `CreateCommandTag`).
pub(crate) fn writes(stmt: &Statement) -> Option<String> {
    use sql::ast::ObjectType as T;
    let alter = |kind: T| Some(format!("ALTER {}", kind.words()));
    let tag = match stmt {
        Statement::AlterTable(s) => return alter(s.object_type),
        Statement::Rename(s) => {
            let part = matches!(s.rename_type, T::Column | T::TableConstraint | T::Attribute);
            return alter(if part { s.relation_type } else { s.rename_type });
        }
        Statement::AlterObjectSchema(s) => return alter(s.object_type),
        Statement::AlterOwner(s) => return alter(s.object_type),
        Statement::AlterFunction(s) => return alter(s.object_type),
        Statement::AlterSequence(_) => return alter(T::Sequence),
        Statement::AlterEnum(_) => return alter(T::Type),
        Statement::AlterExtension(_) => return alter(T::Extension),
        Statement::Drop(s) => return Some(format!("DROP {}", s.remove_type.words())),
        Statement::Select(s) if s.into.is_some() => "SELECT INTO",
        Statement::CreateTable(_) => "CREATE TABLE",
        Statement::CreateTableAs(s) if s.matview => "CREATE MATERIALIZED VIEW",
        Statement::CreateTableAs(_) => "CREATE TABLE AS",
        Statement::RefreshMatView(_) => "REFRESH MATERIALIZED VIEW",
        Statement::Truncate(_) => "TRUNCATE TABLE",
        Statement::Index(_) => "CREATE INDEX",
        Statement::CreateSchema(_) => "CREATE SCHEMA",
        Statement::CreateSequence(_) => "CREATE SEQUENCE",
        Statement::View(_) => "CREATE VIEW",
        Statement::CompositeType(_) | Statement::CreateEnum(_) => "CREATE TYPE",
        Statement::CreateDomain(_) => "CREATE DOMAIN",
        Statement::CreateFunction(s) if s.is_procedure => "CREATE PROCEDURE",
        Statement::CreateFunction(_) => "CREATE FUNCTION",
        Statement::CreateTrigger(_) => "CREATE TRIGGER",
        Statement::CreateDatabase(..) => "CREATE DATABASE",
        Statement::CreateExtension(_) => "CREATE EXTENSION",
        Statement::CreateToaster(_) => "CREATE TOASTER",
        Statement::Comment(_) => "COMMENT",
        Statement::Grant(s) => match (s.is_grant, s.object_type.is_some()) {
            (true, true) => "GRANT",
            (false, true) => "REVOKE",
            (true, false) => "GRANT ROLE",
            (false, false) => "REVOKE ROLE",
        },
        _ => return None,
    };
    Some(tag.to_string())
}

/// Carries out ON COMMIT of temporary tables at the end of a transaction.
pub(crate) fn on_commit(b: &mut Backend<'_>) -> Result<()> {
    cursor::hold_portals(b)?;
    drop_temporary(b)
}
