-- Algorithms that pgcrypto has by OpenSSL and this engine lacks
CREATE EXTENSION pgcrypto;
SELECT digest('data', 'SHA1');
SELECT digest('data', 'blake2b512');
SELECT digest('data', 'sha3-256');
SELECT encode(digest('data', 'sha-256'), 'hex');
