//! The catalog as analysis reads it: objects by name, through the search path, and the facts about
//! each.

use super::{Catalog, Class, ConstraintType, PG_CATALOG, UserTypeKind};
use sql::analyze::{
    CatalogView, CreatedFunction, Query, RangeTblEntry, RelationInfo, RteKind, UniqueIndex,
    UserType as ViewedType, UserTypeKind as ViewedKind, written_queries,
};
use sql::expr::{Expr, Node};
use sql::plan::tree::{query_exprs_mut, rewrite};
use sql::settings::Settings;
use std::rc::Rc;
use storage::error::Result;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::types::scalar::parse_bool;
use storage::versions::Release;

/// A catalog and the settings its names are looked up with.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The settings.
    pub settings: &'a Settings,
}

/// The names in a list such as `search_path` (`SplitIdentifierString`).
pub fn split_identifiers(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut name = String::new();
            let mut chars = quoted.char_indices().peekable();
            let mut end = quoted.len();
            while let Some((i, ch)) = chars.next() {
                if ch == '"' {
                    if chars.peek().is_some_and(|(_, c)| *c == '"') {
                        chars.next();
                    } else {
                        end = i + 1;
                        break;
                    }
                }
                name.push(ch);
            }
            names.push(name);
            rest = quoted[end..].trim_start();
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let name = rest[..end].trim();
            if !name.is_empty() {
                names.push(name.to_ascii_lowercase());
            }
            rest = &rest[end..];
        }
        rest = rest.trim_start_matches(',').trim_start();
    }
    names
}

impl<'a> View<'a> {
    /// The existing schemas of the search path, in order (`recomputeNamespacePath`); the temporary one
    /// and `pg_catalog` come first unless they are named.
    pub fn path(&self) -> Vec<Oid> {
        let named = self.named_path();
        let mut path = Vec::new();
        if let Some((temp, _)) = self.catalog.temp
            && !named.contains(&temp)
        {
            path.push(temp);
        }
        if !named.contains(&PG_CATALOG) {
            path.push(PG_CATALOG);
        }
        path.extend(named);
        path
    }

    /// The schemas that `search_path` names and that exist.
    pub fn named_path(&self) -> Vec<Oid> {
        let text = self.settings.raw("search_path").unwrap_or("").to_string();
        let mut named = Vec::new();
        for name in split_identifiers(&text) {
            if let Some(oid) = self.schema_in_path(&name)
                && !named.contains(&oid)
            {
                named.push(oid);
            }
        }
        named
    }

    /// The schema that a name in `search_path` means, if it exists.
    fn schema_in_path(&self, name: &str) -> Option<Oid> {
        match name {
            "$user" => self.catalog.namespace_named("postgres").map(|n| n.oid),
            "pg_temp" => self.catalog.temp.map(|(t, _)| t),
            n => self.catalog.namespace_named(n).map(|n| n.oid),
        }
    }

    /// Whether new objects are created in the temporary schema, which is not there yet (`activeTempCreationPending`).
    pub fn awaits_temp(&self) -> bool {
        let path = self.settings.raw("search_path").unwrap_or("");
        self.catalog.temp.is_none()
            && path.contains("pg_temp")
            && split_identifiers(path)
                .iter()
                .find(|name| *name == "pg_temp" || self.schema_in_path(name).is_some())
                .is_some_and(|first| first == "pg_temp")
    }

    /// The schema in which new objects are created (`activeCreationNamespace`).
    pub fn creation_namespace(&self) -> Option<Oid> {
        self.named_path().first().copied()
    }

    /// The schemas in which a name is searched.
    fn schemas(&self, schema: Option<&str>) -> Vec<Oid> {
        match schema {
            None => self.path(),
            Some("pg_temp") => self.catalog.temp.map(|(t, _)| t).into_iter().collect(),
            Some(s) => self.catalog.namespace_named(s).map(|n| n.oid).into_iter().collect(),
        }
    }

    /// The relation of this name (`RangeVarGetRelid`).
    pub fn class(&self, schema: Option<&str>, name: &str) -> Option<&'a Rc<Class>> {
        self.schemas(schema).into_iter().find_map(|ns| self.catalog.class_named(ns, name))
    }

    /// Whether the relation's unqualified name finds it (`RelationIsVisible`).
    pub fn is_visible(&self, oid: Oid) -> bool {
        let Some(c) = self.catalog.class(oid) else { return false };
        self.class(None, &c.name).is_some_and(|found| found.oid == oid)
    }

    /// The created type with this name; built-in types are not searched.
    pub fn user_type_named(&self, schema: Option<&str>, name: &str) -> Option<Oid> {
        self.schemas(schema).into_iter().find_map(|ns| {
            if let Some(t) = self.catalog.type_named(ns, name) {
                return Some(t.oid);
            }
            let c = self.catalog.class_named(ns, name)?;
            c.row_type.is_valid().then_some(c.row_type)
        })
    }

    /// The facts about a relation that analysis asks for, kept until the catalog changes.
    fn info(&self, class: &Class) -> Rc<RelationInfo> {
        if let Some(i) = self.catalog.caches.infos.borrow().get(&class.oid) {
            return Rc::clone(i);
        }
        let c = self.catalog;
        let mut primary_key = Vec::new();
        let mut unique_indexes = Vec::new();
        for index in c.kept_indexes_of(class.oid) {
            let Some(i) = index.index.as_ref().filter(|i| i.unique) else { continue };
            let keys: Vec<AttrNumber> = i.keys[..i.key_count].iter().map(|k| k.attno).collect();
            if i.primary {
                primary_key.clone_from(&keys);
            }
            let constraint = c
                .constraints()
                .values()
                .find(|k| k.index == index.oid && k.kind != ConstraintType::ForeignKey);
            unique_indexes.push(UniqueIndex {
                oid: index.oid,
                name: constraint.map_or_else(|| index.name.clone(), |k| k.name.clone()),
                constraint: constraint.is_some(),
                keys,
                exprs: i.exprs.clone(),
                collations: i.keys[..i.key_count].iter().map(|k| k.collation).collect(),
                opclasses: i.opclasses.clone(),
                predicate: i.predicate.clone(),
            });
        }
        let info = Rc::new(RelationInfo {
            oid: class.oid,
            name: class.name.clone(),
            schema: c.namespace_name(class.namespace).to_string(),
            kind: if class.kind == RelKind::View && class.view.is_none() {
                RelKind::Table
            } else {
                class.kind
            },
            desc: Rc::clone(&class.desc),
            row_type: class.row_type,
            primary_key,
            unique_indexes,
            foreign_keys: c.foreign_keys_of(class.oid),
            view: match class.kind {
                RelKind::View => class.view.as_ref().map(|v| self.current_query(&v.query, class)),
                _ => None,
            },
        });
        self.catalog.caches.infos.borrow_mut().insert(class.oid, Rc::clone(&info));
        info
    }

    /// The query of a view as it is to run: with the option `security_barrier`, and with the queries that the views in it
    /// have now (`fireRIRrules`).
    pub fn current_query(&self, query: &Rc<Query>, class: &Class) -> Rc<Query> {
        let mut query = Rc::clone(query);
        let set =
            |o: &(String, String)| o.0 == "security_barrier" && parse_bool(&o.1) == Some(true);
        let barrier = class.options.iter().any(set);
        let mut through = false;
        let is_view = |r: &RangeTblEntry| matches!(r.kind, RteKind::Subquery { view: Some(_), .. });
        written_queries(&query, &mut |q| through |= q.rtable.iter().any(is_view));
        if barrier || through {
            let q = Rc::make_mut(&mut query);
            q.security_barrier = barrier;
            self.renew_views(q);
        }
        query
    }

    /// Replaces the queries of the views in a query by those that they have now.
    fn renew_views(&self, q: &mut Query) {
        for e in query_exprs_mut(q) {
            rewrite(e, 0, &mut |e, _| {
                if let Node::SubLink(s) = &mut e.node {
                    self.renew_views(&mut s.query);
                }
                true
            });
        }
        for r in &mut q.rtable {
            match &mut r.kind {
                RteKind::Subquery { query, view: None } => self.renew_views(query),
                RteKind::Subquery { query, view: Some(oid) } => {
                    let class = self.catalog.class(*oid);
                    if let Some(now) = class.and_then(|c| self.info(c).view.clone()) {
                        **query = (*now).clone();
                    }
                }
                _ => {}
            }
        }
        q.ctes.iter_mut().for_each(|c| self.renew_views(Rc::make_mut(&mut c.query)));
    }

    /// A type that is not built in as analysis sees it: one of the user's, or the row type of a
    /// relation.
    fn viewed_type(&self, oid: Oid) -> Option<Rc<ViewedType>> {
        let c = self.catalog;
        let Some(t) = c.types().get(&oid) else {
            // Row types of the system's relations.
            let r = c.classes().values().find(|r| r.row_type == oid || r.array_type == oid)?;
            let row = r.row_type == oid;
            return Some(Rc::new(ViewedType {
                oid,
                name: if row { r.name.clone() } else { format!("_{}", r.name) },
                schema: c.namespace_name(r.namespace).to_string(),
                kind: if row {
                    ViewedKind::Composite { relation: r.oid, desc: Rc::clone(&r.desc) }
                } else {
                    ViewedKind::Array { element: r.row_type }
                },
                array: if row { r.array_type } else { Oid::INVALID },
            }));
        };
        let kind = match &t.kind {
            UserTypeKind::Row(rel) => {
                ViewedKind::Composite { relation: *rel, desc: Rc::clone(&c.class(*rel)?.desc) }
            }
            UserTypeKind::ArrayOf(element) => ViewedKind::Array { element: *element },
            UserTypeKind::Enum(labels) => ViewedKind::Enum {
                labels: labels.iter().map(|(o, _, l)| (*o, l.clone())).collect(),
            },
            UserTypeKind::Domain(d) => {
                let mut checks: Vec<(String, Expr)> =
                    d.checks.iter().map(|(_, n, e)| (n.clone(), e.clone())).collect();
                // A value is checked in the order of the names (`load_domaintype_info`).
                checks.arrange_by(|a, b| a.0.cmp(&b.0));
                ViewedKind::Domain {
                    base: d.base,
                    typmod: d.typmod,
                    collation: d.collation,
                    not_null: d.not_null,
                    checks,
                    default: d.default.clone(),
                }
            }
        };
        Some(Rc::new(ViewedType {
            oid,
            name: t.name.clone(),
            schema: c.shown_namespace(t.namespace).to_string(),
            kind,
            array: t.array,
        }))
    }
}

impl CatalogView for View<'_> {
    fn relation(&self, schema: Option<&str>, name: &str) -> Result<Option<Rc<RelationInfo>>> {
        Ok(self.class(schema, name).map(|c| {
            c.opened();
            self.info(c)
        }))
    }
    fn relation_by_oid(&self, oid: Oid) -> Option<Rc<RelationInfo>> {
        self.catalog.class(oid).map(|c| self.info(c))
    }
    fn schema_exists(&self, name: &str) -> bool {
        name == "pg_temp" || self.catalog.namespace_named(name).is_some()
    }
    fn type_by_name(&self, schema: Option<&str>, name: &str) -> Option<Rc<ViewedType>> {
        self.viewed_type(self.user_type_named(schema, name)?)
    }
    fn user_type(&self, oid: Oid) -> Option<Rc<ViewedType>> {
        self.viewed_type(oid)
    }
    fn functions(&self, schema: Option<&str>, name: &str) -> Vec<Rc<CreatedFunction>> {
        let all = self.catalog.functions();
        if all.is_empty() {
            return Vec::new();
        }
        // Without its schema a function of the temporary one is not found (`FuncnameGetCandidates`).
        let temp = self.catalog.temp.map(|(temp, _)| temp).filter(|_| schema.is_none());
        self.schemas(schema)
            .into_iter()
            .filter(|ns| Some(*ns) != temp)
            .flat_map(|ns| {
                all.values()
                    .filter(move |f| f.namespace == ns && f.function.name == name)
                    .map(|f| Rc::clone(&f.function))
            })
            .collect()
    }
    fn column_default(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<Expr>> {
        self.catalog.default_of(relation, attno).map(|d| Rc::clone(&d.expr))
    }
    fn identity_sequence(&self, relation: Oid, attno: AttrNumber) -> Option<Oid> {
        self.catalog.owned_sequence(relation, attno, 'i').map(|c| c.oid)
    }
    fn collation(&self, _schema: Option<&str>, name: &str) -> Option<Oid> {
        match name {
            "default" => Some(Oid(100)),
            "C" => Some(Oid(950)),
            "POSIX" => Some(Oid(951)),
            "ucs_basic" => Some(Oid(12341)),
            _ => None,
        }
    }
    fn release(&self) -> &'static Release {
        self.settings.release()
    }
    fn relation_is_visible(&self, oid: Oid) -> bool {
        self.is_visible(oid)
    }
    fn extension_function_visible(&self, name: &str) -> bool {
        self.home_of_built_in(name).is_some()
    }
    fn built_in_schema(&self, name: &str) -> String {
        self.catalog.namespace_name(self.home_of_built_in(name).unwrap_or(PG_CATALOG)).to_string()
    }
    fn database(&self) -> &str {
        &self.catalog.database
    }
    fn current_schema(&self) -> Option<String> {
        self.creation_namespace().map(|oid| self.catalog.namespace_name(oid).to_string())
    }
}

impl View<'_> {
    /// Returns the schema of the built-in functions of this name: that of the extension they belong to, or `pg_catalog`;
    /// `None` if the extension was not created, or the release has no such function.
    pub(crate) fn home_of_built_in(&self, name: &str) -> Option<Oid> {
        let release = self.settings.release();
        let extension = match name {
            "pg_column_toast_chunk_id" => {
                return release.chunk_id_function.then_some(PG_CATALOG);
            }
            "get_raw_page" | "page_header" | "page_checksum" | "fsm_page_contents"
            | "tuple_data_split" => "pageinspect",
            _ if name.starts_with("bt_") && !name.starts_with("bt_index_")
                || ["heap_page_", "brin_page", "hash_", "gist_page_", "gin_"]
                    .iter()
                    .any(|b| name.starts_with(b))
                    && name != "gin_clean_pending_list"
                    && name != "gin_index_check"
                || matches!(name, "brin_metapage_info" | "brin_revmap_data") =>
            {
                "pageinspect"
            }
            _ if name.starts_with("heap_tuple_infomask") => "pageinspect",
            _ if name.ends_with("_till_end_of_wal") && !release.log_end_functions => return None,
            _ if name.starts_with("pg_get_wal_record")
                || name.starts_with("pg_get_wal_stats")
                || name == "pg_get_wal_block_info" =>
            {
                "pg_walinspect"
            }
            "pg_freespace" => "pg_freespacemap",
            "pgstattuple" | "pgstattuple_approx" | "pgstatindex" | "pg_relpages"
            | "pgstatginindex" | "pgstathashindex" => "pgstattuple",
            "heap_force_freeze" | "heap_force_kill" => "pg_surgery",
            "pg_visibility"
            | "pg_visibility_map"
            | "pg_visibility_map_summary"
            | "pg_check_frozen"
            | "pg_check_visible"
            | "pg_truncate_visibility_map" => "pg_visibility",
            "pg_prewarm" => "pg_prewarm",
            _ if name.starts_with("pg_buffercache_") => "pg_buffercache",
            _ if name.starts_with("pg_stat_statements") => "pg_stat_statements",
            "verify_heapam" | "bt_index_check" | "bt_index_parent_check" | "gin_index_check" => {
                "amcheck"
            }
            "gen_random_bytes" | "digest" | "hmac" | "crypt" | "gen_salt" | "armor" | "dearmor"
            | "decrypt" | "decrypt_iv" | "encrypt" | "encrypt_iv" => "pgcrypto",
            _ if name.starts_with("pgp_") => "pgcrypto",
            _ => return Some(PG_CATALOG),
        };
        let created = self.catalog.extensions().values().find(|e| e.name == extension);
        created.map(|e| e.namespace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_there() {
        let (catalog, settings) = (Catalog::new(), Settings::new());
        let v = View { catalog: &catalog, settings: &settings };
        let c = v.relation(None, "pg_class").unwrap().unwrap();
        assert_eq!((c.oid, c.desc.attrs.len()), (Oid(1259), 33));
        assert!(v.relation(Some("pg_toast"), "pg_toast_2620").unwrap().is_some());
        assert_eq!(split_identifiers("\"$user\", public, \"A b\""), ["$user", "public", "A b"]);
    }
}
