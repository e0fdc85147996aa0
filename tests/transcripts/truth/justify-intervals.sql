-- Hours made days and days made months: what no 32 bits hold is out of range.
SELECT justify_hours(interval '2147483647 days 24 hours');
SELECT justify_days(interval '2147483647 months 30 days');
SELECT justify_interval(interval '2147483647 days 24 hours');
SELECT justify_hours(interval '-2147483648 days -24 hours');
SELECT justify_interval(interval '2147483647 months 2147483647 days');
SELECT justify_hours(interval '5 days 27 hours'), justify_days(interval '35 days'), justify_interval(interval '1 mon -1 hour');
