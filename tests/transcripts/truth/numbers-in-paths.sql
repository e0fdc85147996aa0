-- Numbers in a jsonpath: other bases and underscores from 16 on, junk behind them, and names that begin with digits.
SELECT '0x1F'::jsonpath;
SELECT '1_000'::jsonpath;
SELECT '0b11 + 0o17'::jsonpath;
SELECT '00'::jsonpath;
SELECT '0.5'::jsonpath;
SELECT '01'::jsonpath;
SELECT '1a'::jsonpath;
SELECT '1.5e'::jsonpath;
SELECT '1.e5'::jsonpath;
SELECT '$.a[0 to 2]'::jsonpath, '$[0]'::jsonpath, '$[10]'::jsonpath;
SELECT '$.0a'::jsonpath;
SELECT jsonb_path_query('[1,2,3]', '$[*] ? (@ > 0x1)');
