-- What is no moment: by a pattern, and the age of an infinite one.
SELECT to_timestamp('999999999-01-01', 'YYYY-MM-DD');
SELECT to_timestamp('294277-01-01', 'YYYY-MM-DD');
SELECT to_timestamp('294276-12-31', 'YYYY-MM-DD');
SELECT to_timestamp('99999999999-01-01', 'YYYY-MM-DD');
SELECT to_timestamp('2024-02-30', 'YYYY-MM-DD');
SELECT to_date('999999999-01-01', 'YYYY-MM-DD');
SELECT to_date('5874898-01-01', 'YYYY-MM-DD');
SELECT to_date('5874897-12-31', 'YYYY-MM-DD');
SELECT to_date('300000-01-01', 'YYYY-MM-DD');
SELECT to_date('2024-13-01', 'YYYY-MM-DD');
SELECT age('2020-02-28'::timestamp, '2020-04-01'), age('2021-02-28'::timestamp, '2021-05-05 01:00');
SELECT age('2020-02-29 10:00'::timestamp, '2020-03-29 09:00'), age('2021-11-30'::timestamp, '2022-03-01');
SELECT age('infinity');
