-- Intervals are read from right to left, each field once; dates as digits only, zones by their abbreviations.
SELECT interval '1e-3 s';
SELECT interval '1 2:03', interval '1 2:03:04.5', interval '1 +02:03', interval '-1 -02:03', interval '2 3 hours', interval '1-2 3 4:05';
SELECT interval '1 2';
SELECT interval '1:75';
SELECT interval '1:02:60', interval '25:59:59.9', interval '2:60.5';
SELECT interval '1:02:61';
SELECT interval '1-12';
SELECT interval '1 day 2 days';
SELECT interval '1 day 2';
SELECT interval '1 hour 02:00';
SELECT interval '1' day to minute, interval '1' hour to second, interval '5:06' minute to second, interval '1 5:06' day to second, interval '3 4' day to hour, interval '1-2' year to month, interval '7' year to month;
SELECT interval 'day', interval '1 day hour';
SELECT interval 'day hour';
SELECT interval '1.5 sec 2 ms';
SELECT interval '1 sec 2 ms 3 us', interval '@ 1 day ago', interval '1 year 2 months ago', interval '-1-2', interval '+1-2', interval '1 WEEKS', interval '1 mins', interval '2h30m';
SELECT date '990108', date '240229', date '1990108', date '010203', date '19990108';
SELECT date '20240101120000';
SELECT timestamp '240229 040506', timestamp '990108 12:00', timestamp '20240229 040506', timestamp '20240229T040506';
SELECT date '123456789';
SELECT date '991301';
SELECT time '040506', time '040506.5', time '0405', timestamp '2024-01-01 040506.5', timestamp '2024-01-01 0405', timestamp 'Jan 8 1999 0405', timestamp '2024-01-01 12:00' - timestamp '2024 01 01';
SELECT timestamptz '2024-01-01 12:00 JST', timestamptz '2024-01-01 12:00 KST', timestamptz '2024-01-01 12:00 AEST', timestamptz '2024-01-01 12:00 AEDT', timestamptz '2024-01-01 12:00 AWST', timestamptz '2024-01-01 12:00 NZST', timestamptz '2024-01-01 12:00 NZDT';
SELECT timestamptz '2024-01-01 12:00 IST', timestamptz '2024-01-01 12:00 HST', timestamptz '2024-01-01 12:00 AKST', timestamptz '2024-01-01 12:00 AKDT', timestamptz '2024-01-01 12:00 AST', timestamptz '2024-01-01 12:00 ADT', timestamptz '2024-01-01 12:00 SAST', timestamptz '2024-07-01 12:00 PDT';
SELECT timestamptz '2024-01-01 12:00 XYZ';
-- A byte in octal is a "char".
SELECT '\101'::"char", '\377'::"char", '\08'::"char", '\1011'::"char", ''::"char", ascii('\101'::text::"char"::text), 'é'::"char", '\101'::text::"char";
