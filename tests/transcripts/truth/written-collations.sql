-- Two written collations in one call do not go together.
SELECT 'a' COLLATE "C" < 'b' COLLATE "POSIX";
SELECT ('a' COLLATE "C" || 'x') < upper('b' COLLATE "POSIX");
SELECT concat('a' COLLATE "C", 'b' COLLATE "POSIX");
SELECT replace('a' COLLATE "C", 'b' COLLATE "POSIX", 'c');
SELECT length('a' COLLATE "C") < length('b' COLLATE "POSIX"), 'a' COLLATE "C" < 'b' COLLATE "C", ('a' COLLATE "C") COLLATE "POSIX" < 'b' COLLATE "POSIX";
SELECT ('a' COLLATE "C", 1) < ('b' COLLATE "POSIX", 2);
