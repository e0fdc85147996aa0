-- What serial and ALTER ... SET DEFAULT complain of has no place in the statement; LIKE keeps NO INHERIT.
CREATE TABLE n (a serial DEFAULT 3);
CREATE TABLE n (a serial NULL);
CREATE TABLE n (a serial NOT NULL NULL);
CREATE TABLE n (a serial DEFAULT 3 DEFAULT 4);
CREATE TABLE n (a int DEFAULT 3 DEFAULT 4);
CREATE TABLE n (a int, b date, CONSTRAINT c1 CHECK (a > 0) NO INHERIT, CHECK (b > '2024-01-01'));
ALTER TABLE n ALTER a SET DEFAULT 'x';
ALTER TABLE n ALTER a SET DEFAULT b;
ALTER TABLE n ALTER a SET DEFAULT nosuch(1);
ALTER TABLE n ALTER b SET DEFAULT 5;
ALTER TABLE n ADD COLUMN z int DEFAULT 'x';
CREATE TABLE n2 (a int DEFAULT 'x');
CREATE TABLE m (LIKE n INCLUDING ALL);
\d m
SELECT conname, connoinherit FROM pg_constraint WHERE conrelid = 'm'::regclass ORDER BY 1;
