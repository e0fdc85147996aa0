-- the second argument of \c is a user
\c - -
SELECT 1;
\c postgres postgres
\c postgres - 
SELECT 2;
\c postgres -- the base
SELECT 3;
