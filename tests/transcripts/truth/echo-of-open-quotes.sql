-- an echo writes its words up to a quote that is not closed
\echo one -- it's
\echo two 'three
\echo it's
\echo -n a 'b
\echo
\qecho a b's c
\warn a b's c
\echo 'whole' text
\echo "half
SELECT 1;
