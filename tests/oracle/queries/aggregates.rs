//! Calls of aggregates, and window functions.

use super::kinds::Kind;
use super::writer::{Source, Writer};

const NUMBERS: &[Kind] = &[Kind::Int, Kind::Numeric];

impl Writer {
    /// A column that can be added up, or 1.
    fn number(&mut self, sources: &[Source]) -> String {
        self.column_of(sources, NUMBERS).map_or_else(|| "1".to_owned(), |n| n.sql)
    }

    /// A call of an aggregate.
    pub fn aggregate(&mut self, sources: &[Source]) -> String {
        let value = self.value(sources);
        let number = self.number(sources);
        let sql = &value.sql;
        let filter = if self.chance(12) {
            format!(" FILTER (WHERE {})", self.condition(sources))
        } else {
            String::new()
        };
        let call = match self.rng.below(12) {
            0 | 1 => "count(*)".to_owned(),
            2 => format!("count(DISTINCT {sql})"),
            3 => format!("count({sql})"),
            4 | 5 if value.kind.has_max() && value.kind != Kind::TextArray => {
                let function = *self.rng.pick(&["max", "min"]);
                format!("{function}({sql})")
            }
            6 => format!("avg({number})"),
            7 => {
                let by = self.column(sources).sql;
                let way = *self.rng.pick(&["", " DESC", " NULLS FIRST"]);
                self.pick_text(&[
                    &format!("string_agg({sql}::text, ',' ORDER BY {by}{way})"),
                    &format!("string_agg(DISTINCT {sql}::text, ',')"),
                    &format!("array_agg({number} ORDER BY {by}{way}, {number})"),
                    &format!("array_agg({number})"),
                ])
            }
            8 => self.pick_text(&[
                &format!("percentile_disc(0.5) WITHIN GROUP (ORDER BY {sql})"),
                &format!("percentile_cont(0.25) WITHIN GROUP (ORDER BY {number})"),
                &format!("mode() WITHIN GROUP (ORDER BY {sql} DESC)"),
            ]),
            9 => format!("bool_or({number} > 10)"),
            _ => format!("sum({number})"),
        };
        call + &filter
    }

    /// Window functions.
    pub fn windows(&mut self) -> String {
        let from = self.from();
        let (shown, by, order) =
            (self.value(&from.sources), self.value(&from.sources), self.column(&from.sources));
        let number = self.number(&from.sources);
        let function = self.pick_text(&[
            "row_number()",
            "rank()",
            "dense_rank()",
            "ntile(4)",
            "percent_rank()",
            &format!("sum({number})"),
            "count(*)",
            &format!("count(*) FILTER (WHERE {number} > 5)"),
            &format!("lag({number})"),
            &format!("lead({number}, 2, {number})"),
            &format!("first_value({number})"),
            &format!("nth_value({number}, 2)"),
            &format!("max({number})"),
        ]);
        let frame = *self.rng.pick(&[
            "",
            "",
            "",
            " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
            " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            " GROUPS 1 PRECEDING",
            " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
        ]);
        let partition =
            if self.chance(60) { format!("PARTITION BY {} ", by.sql) } else { String::new() };
        let way = *self.rng.pick(&["", "", " DESC", " NULLS FIRST"]);
        let window = format!("({partition}ORDER BY {}{way}{frame})", order.sql);
        let clauses = from.clauses();
        let query = if self.chance(20) {
            let second = self.aggregate_over(&from.sources);
            format!(
                "SELECT {} AS c1, {function} OVER n AS c2, {second} OVER n {clauses} WINDOW n AS {window}",
                shown.sql
            )
        } else {
            format!("SELECT {} AS c1, {function} OVER {window} AS c2 {clauses}", shown.sql)
        };
        match self.rng.below(4) {
            0 => format!("SELECT * FROM ({query}) w WHERE c2 <= 3"),
            1 => format!("{query} ORDER BY 2, 1 LIMIT 10"),
            _ => query,
        }
    }

    /// A second function over the same window.
    fn aggregate_over(&mut self, sources: &[Source]) -> String {
        let number = self.number(sources);
        self.pick_text(&[
            "row_number()",
            &format!("avg({number})"),
            &format!("last_value({number})"),
        ])
    }
}
