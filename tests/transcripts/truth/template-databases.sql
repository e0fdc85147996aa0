-- the two templates are databases too
SELECT pg_database_size('template1') > 0;
SELECT has_database_privilege('template1', 'CONNECT');
GRANT CONNECT ON DATABASE template1 TO nobody;
DROP DATABASE template1;
DROP DATABASE template0;
CREATE DATABASE template1;
SELECT has_database_privilege('missing', 'CONNECT');
SELECT pg_database_size('missing');
CREATE DATABASE x;
CREATE DATABASE x;
DROP DATABASE x;
DROP DATABASE x;
