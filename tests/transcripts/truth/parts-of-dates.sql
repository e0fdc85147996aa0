-- Parts of dates, times and intervals: extract, date_trunc and to_char of every unit, and what they refuse.
CREATE FUNCTION try(VARIADIC exprs text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE one text; got text;
BEGIN
  FOREACH one IN ARRAY exprs LOOP
    BEGIN
      EXECUTE 'SELECT (' || one || ')::text' INTO got;
      RETURN NEXT one || ' => ' || coalesce(got, 'NULL');
    EXCEPTION WHEN OTHERS THEN
      RETURN NEXT one || ' => ' || SQLSTATE || ' ' || SQLERRM;
    END;
  END LOOP;
END $$;
SELECT try(format('extract(%s FROM %s)', f, v)) FROM unnest(ARRAY['microseconds','milliseconds','second','minute','hour','day','week','month','quarter','year','decade','century','millennium','epoch','dow','isodow','doy','isoyear','julian','timezone','timezone_hour','timezone_minute','foo']) f, unnest(ARRAY['date ''2024-02-29''', 'time ''12:34:56.789''', 'timetz ''12:34:56.789+05:30''', 'timestamp ''2024-02-29 12:34:56.789''', 'timestamptz ''2024-02-29 12:34:56.789''', 'interval ''1 year 2 mons 3 days 04:05:06.789''', 'interval ''-1 year -2 mons -3 days -04:05:06.789''', 'date ''0044-03-15 BC''', 'timestamp ''infinity''', 'date ''-infinity''']) v;
SELECT try(format('date_trunc(%L, %s)', f, v)) FROM unnest(ARRAY['microseconds','milliseconds','second','minute','hour','day','week','month','quarter','year','decade','century','millennium','epoch','dow','timezone','foo']) f, unnest(ARRAY['timestamp ''2024-02-29 12:34:56.789''', 'timestamptz ''2024-02-29 12:34:56.789''', 'interval ''1234 year 2 mons 3 days 04:05:06.789''', 'timestamp ''0044-03-15 12:34 BC''']) v;
SELECT try(format('to_char(%s, %L)', v, p)) FROM unnest(ARRAY['timestamp ''2024-02-29 15:04:05.678''', 'timestamptz ''2024-02-29 15:04:05.678''', 'interval ''1 year 2 mons 3 days 15:04:05.678''', 'timestamp ''0044-03-15 BC''', 'timestamp ''12345-01-02''']) v, unnest(ARRAY['TZ tz OF TZH:TZM', 'YYYY-MM-DD HH24:MI:SS.US', 'HH12 AM P.M. am', 'Day DAY dy D ID', 'Month MON mon RM rm', 'Q WW IW W J DDD IDDD', 'Y,YYY YY Y IYYY IYY I', 'CC BC b.c. AD', 'FF1 FF3 FF6 MS US', 'SSSS SSSSS', 'DDth FMDDth HH24TH', '"text" \"x YYYY', 'FMMonth FMDay', 'TMMonth TMDay TMmon']) p;
SELECT try('to_timestamp(''2024-02-29 12:34:56'', ''YYYY-MM-DD HH24:MI:SS'')', 'to_timestamp(''13 PM'', ''HH12 AM'')', 'to_timestamp(''0 AM'', ''HH12 AM'')', 'to_timestamp(''86399'', ''SSSS'')', 'to_timestamp(''3723'', ''SSSSS'')', 'to_date(''2024060'', ''YYYYDDD'')');
SELECT try('extract(hour FROM date ''infinity'')', 'extract(year FROM date ''infinity'')', 'extract(timezone FROM date ''infinity'')', 'date_part(''hour'', date ''2024-02-29'')');
