-- VARIADIC arrays for functions of any number of values of any type.
SELECT concat(VARIADIC ARRAY['a','b']), concat_ws(',', VARIADIC ARRAY[1,2,3]), format('%s-%s', VARIADIC ARRAY['x','y']);
SELECT json_build_array(VARIADIC ARRAY[1,2]), jsonb_build_object(VARIADIC ARRAY['a','1']);
SELECT num_nulls(VARIADIC ARRAY[1,NULL,NULL]), num_nonnulls(VARIADIC NULL::int[]);
SELECT concat(VARIADIC NULL::text[]) IS NULL, format('%s', VARIADIC NULL::text[]), json_build_array(VARIADIC NULL::int[]), concat_ws(',', VARIADIC NULL::int[]) IS NULL;
SELECT format('%2$s %1$s', VARIADIC '{a,b}'::text[]), concat_ws('-', VARIADIC '{{1,2},{3,NULL}}'::int[]), json_build_object(VARIADIC ARRAY['a',NULL]);
SELECT concat(VARIADIC a) FROM (VALUES (ARRAY['a',NULL,'c']), ('{}'), (NULL)) v(a);
