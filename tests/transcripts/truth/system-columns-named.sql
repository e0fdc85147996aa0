-- System columns where no column of the system may stand.
CREATE TABLE acc (id int PRIMARY KEY);
INSERT INTO acc (id, xmin) VALUES (1, 2);
INSERT INTO acc (ctid) VALUES ('(0,1)');
INSERT INTO acc (id, tableoid) SELECT 1, 2;
INSERT INTO acc VALUES (1) ON CONFLICT (id) DO UPDATE SET ctid = '(0,1)';
UPDATE acc SET xmin = 1;
UPDATE acc SET (ctid, id) = (1, 2);
CREATE INDEX ON acc (ctid);
CREATE INDEX ON acc (tableoid);
CREATE INDEX ON acc (xmin);
CREATE INDEX ON acc (id, cmax);
CREATE INDEX ON acc USING hash (xmax);
CREATE INDEX ON acc (id) INCLUDE (xmin);
ALTER TABLE acc ADD FOREIGN KEY (ctid) REFERENCES acc;
-- The table of a row in a CHECK that is added.
CREATE TABLE byt (id int, n text);
ALTER TABLE byt ADD CHECK (tableoid > 0);
INSERT INTO byt VALUES (1, 'a');
ALTER TABLE byt ADD CONSTRAINT n CHECK (tableoid <> 'byt'::regclass);
ALTER TABLE byt ADD CONSTRAINT c CHECK (tableoid = 'byt'::regclass) NOT VALID;
ALTER TABLE byt VALIDATE CONSTRAINT c;
ALTER TABLE byt ALTER id TYPE bigint, ADD CONSTRAINT f CHECK (tableoid::int > 5);
ALTER TABLE byt ADD CHECK (xmin = 1);
INSERT INTO byt VALUES (2, 'b');
