-- What psql says of a width for the lines above records.
\pset xheader_width abc
\pset xheader_width 0
\pset xheader_width ''
\pset xheader_width x12
\pset xheader_width FULL
\pset xheader_width
