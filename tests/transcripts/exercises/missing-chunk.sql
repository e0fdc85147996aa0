CREATE TABLE papers (id int PRIMARY KEY, body text);
ALTER TABLE papers ALTER body SET STORAGE EXTERNAL;
INSERT INTO papers
SELECT i, repeat('p', 4000) FROM generate_series(1, 5) AS i;
UPDATE papers SET body = repeat('?', 4000) WHERE id = 2;
CREATE VIEW readable AS
SELECT id, length(body) / CASE WHEN left(body, 1) = '?' THEN 0
                               ELSE 1 END AS letters FROM papers;

SELECT count(*) AS papers, count(*) FILTER (
         WHERE body = repeat('p', 4000)) AS whole FROM papers;
SELECT count(*) AS read FROM (SELECT id, letters FROM readable
       ORDER BY letters) AS every;

-- No text where one was lost
UPDATE papers SET body = NULL WHERE id = 2;

SELECT count(*) AS papers, count(*) FILTER (
         WHERE body = repeat('p', 4000)) AS whole FROM papers;
SELECT count(*) AS read FROM (SELECT id, letters FROM readable
       ORDER BY letters) AS every;
