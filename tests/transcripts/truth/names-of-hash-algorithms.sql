-- Names of hash algorithms with a hyphen
CREATE EXTENSION pgcrypto;
SELECT encode(digest('data', 'sha-256'), 'hex') = encode(digest('data', 'SHA256'), 'hex') AS same;
SELECT encode(digest('data', 'nope'), 'hex');
