-- Parts of a date that are 0 count as not given; the day of the year fills what was not.
SELECT to_date('2024-00-01', 'YYYY-MM-DD'), to_date('2024-05-00', 'YYYY-MM-DD'), to_date('0000-05-06', 'YYYY-MM-DD'), to_date('00', 'MM'), to_date('0', 'DD');
SELECT to_date('2024-000', 'YYYY-DDD'), to_date('2024-060', 'YYYY-DDD'), to_date('2023-060', 'YYYY-DDD'), to_date('2024-366', 'YYYY-DDD');
SELECT to_date('2023-366', 'YYYY-DDD');
SELECT to_date('2024-05-130', 'YYYY-MM-DDD'), to_date('2024-01-060', 'YYYY-MM-DDD'), to_date('2024-15-060', 'YYYY-DD-DDD'), to_date('2024-05-06-060', 'YYYY-MM-DD-DDD');
SELECT to_date('060', 'DDD');
SELECT to_date('000', 'DDD'), to_date('0000-000', 'YYYY-DDD');
SELECT to_date('0000-060', 'YYYY-DDD');
SELECT to_date('2024-05-060', 'YYYY-MM-DDD');
SELECT to_timestamp('2024-00-00 00:00:00', 'YYYY-MM-DD HH24:MI:SS'), to_timestamp('2024-13', 'YYYY-MM');
SELECT to_timestamp('00:30 AM', 'HH:MI AM');
SELECT to_timestamp('12:30 AM', 'HH:MI AM'), to_timestamp('12:30', 'HH12:MI');
SELECT to_timestamp('2024-060 25:00', 'YYYY-DDD HH24:MI');
SELECT to_date('2024-02-30', 'YYYY-MM-DD');
SELECT to_date('2024-05 00 07', 'YYYY-MM DD DD');
SELECT to_date('2024-05 07 00', 'YYYY-MM DD DD');
