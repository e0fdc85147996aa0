-- Every option of COPY by itself, in every spelling of a truth value, as text and as CSV.
CREATE TABLE c (a int, b text);
INSERT INTO c VALUES (1, 'x'), (2, NULL), (3, 'y z');
COPY c TO stdout (FORMAT);
COPY c TO stdout (FORMAT on);
COPY c TO stdout (FORMAT off);
COPY c TO stdout (FORMAT true);
COPY c TO stdout (FORMAT false);
COPY c TO stdout (FORMAT 1);
COPY c TO stdout (FORMAT 0);
COPY c TO stdout (FORMAT yes);
COPY c TO stdout (FORMAT no);
COPY c TO stdout (FORMAT 'on');
COPY c TO stdout (FORMAT ON);
COPY c TO stdout (FORMAT 2);
COPY c TO stdout (FORMAT auto);
COPY c TO stdout (FORMAT maybe);
COPY c TO stdout (FORMAT '');
COPY c TO stdout (FORMAT csv);
COPY c TO stdout (FORMAT match);
COPY c TO stdout (FORMAT 'match');
COPY c TO stdout (FORMAT ';');
COPY c TO stdout (FORMAT 'ab');
COPY c TO stdout (FORMAT (a));
COPY c TO stdout (FORMAT (a, b));
COPY c TO stdout (FORMAT (nosuch));
COPY c TO stdout (FORMAT (a, a));
COPY c TO stdout (FORMAT *);
COPY c TO stdout (FREEZE);
COPY c TO stdout (FORMAT csv, FREEZE);
COPY c TO stdout (FREEZE on);
COPY c TO stdout (FORMAT csv, FREEZE on);
COPY c TO stdout (FREEZE off);
COPY c TO stdout (FORMAT csv, FREEZE off);
COPY c TO stdout (FREEZE true);
COPY c TO stdout (FORMAT csv, FREEZE true);
COPY c TO stdout (FREEZE false);
COPY c TO stdout (FORMAT csv, FREEZE false);
COPY c TO stdout (FREEZE 1);
COPY c TO stdout (FORMAT csv, FREEZE 1);
COPY c TO stdout (FREEZE 0);
COPY c TO stdout (FORMAT csv, FREEZE 0);
COPY c TO stdout (FREEZE yes);
COPY c TO stdout (FORMAT csv, FREEZE yes);
COPY c TO stdout (FREEZE no);
COPY c TO stdout (FORMAT csv, FREEZE no);
COPY c TO stdout (FREEZE 'on');
COPY c TO stdout (FORMAT csv, FREEZE 'on');
COPY c TO stdout (FREEZE ON);
COPY c TO stdout (FORMAT csv, FREEZE ON);
COPY c TO stdout (FREEZE 2);
COPY c TO stdout (FORMAT csv, FREEZE 2);
COPY c TO stdout (FREEZE auto);
COPY c TO stdout (FORMAT csv, FREEZE auto);
COPY c TO stdout (FREEZE maybe);
COPY c TO stdout (FORMAT csv, FREEZE maybe);
COPY c TO stdout (FREEZE '');
COPY c TO stdout (FORMAT csv, FREEZE '');
COPY c TO stdout (DELIMITER);
COPY c TO stdout (FORMAT csv, DELIMITER);
COPY c TO stdout (DELIMITER on);
COPY c TO stdout (FORMAT csv, DELIMITER on);
COPY c TO stdout (DELIMITER off);
COPY c TO stdout (FORMAT csv, DELIMITER off);
COPY c TO stdout (DELIMITER true);
COPY c TO stdout (FORMAT csv, DELIMITER true);
COPY c TO stdout (DELIMITER false);
COPY c TO stdout (FORMAT csv, DELIMITER false);
COPY c TO stdout (DELIMITER 1);
COPY c TO stdout (FORMAT csv, DELIMITER 1);
COPY c TO stdout (DELIMITER 0);
COPY c TO stdout (FORMAT csv, DELIMITER 0);
COPY c TO stdout (DELIMITER yes);
COPY c TO stdout (FORMAT csv, DELIMITER yes);
COPY c TO stdout (DELIMITER no);
COPY c TO stdout (FORMAT csv, DELIMITER no);
COPY c TO stdout (DELIMITER 'on');
COPY c TO stdout (FORMAT csv, DELIMITER 'on');
COPY c TO stdout (DELIMITER ON);
COPY c TO stdout (FORMAT csv, DELIMITER ON);
COPY c TO stdout (DELIMITER 2);
COPY c TO stdout (FORMAT csv, DELIMITER 2);
COPY c TO stdout (DELIMITER auto);
COPY c TO stdout (FORMAT csv, DELIMITER auto);
COPY c TO stdout (DELIMITER maybe);
COPY c TO stdout (FORMAT csv, DELIMITER maybe);
COPY c TO stdout (DELIMITER '');
COPY c TO stdout (FORMAT csv, DELIMITER '');
COPY c TO stdout (DELIMITER csv);
COPY c TO stdout (FORMAT csv, DELIMITER csv);
COPY c TO stdout (DELIMITER match);
COPY c TO stdout (FORMAT csv, DELIMITER match);
COPY c TO stdout (DELIMITER 'match');
COPY c TO stdout (FORMAT csv, DELIMITER 'match');
COPY c TO stdout (DELIMITER ';');
COPY c TO stdout (FORMAT csv, DELIMITER ';');
COPY c TO stdout (DELIMITER 'ab');
COPY c TO stdout (FORMAT csv, DELIMITER 'ab');
COPY c TO stdout (DELIMITER (a));
COPY c TO stdout (FORMAT csv, DELIMITER (a));
COPY c TO stdout (DELIMITER (a, b));
COPY c TO stdout (FORMAT csv, DELIMITER (a, b));
COPY c TO stdout (DELIMITER (nosuch));
COPY c TO stdout (FORMAT csv, DELIMITER (nosuch));
COPY c TO stdout (DELIMITER (a, a));
COPY c TO stdout (FORMAT csv, DELIMITER (a, a));
COPY c TO stdout (DELIMITER *);
COPY c TO stdout (FORMAT csv, DELIMITER *);
COPY c TO stdout (NULL);
COPY c TO stdout (FORMAT csv, NULL);
COPY c TO stdout (NULL on);
COPY c TO stdout (FORMAT csv, NULL on);
COPY c TO stdout (NULL off);
COPY c TO stdout (FORMAT csv, NULL off);
COPY c TO stdout (NULL true);
COPY c TO stdout (FORMAT csv, NULL true);
COPY c TO stdout (NULL false);
COPY c TO stdout (FORMAT csv, NULL false);
COPY c TO stdout (NULL 1);
COPY c TO stdout (FORMAT csv, NULL 1);
COPY c TO stdout (NULL 0);
COPY c TO stdout (FORMAT csv, NULL 0);
COPY c TO stdout (NULL yes);
COPY c TO stdout (FORMAT csv, NULL yes);
COPY c TO stdout (NULL no);
COPY c TO stdout (FORMAT csv, NULL no);
COPY c TO stdout (NULL 'on');
COPY c TO stdout (FORMAT csv, NULL 'on');
COPY c TO stdout (NULL ON);
COPY c TO stdout (FORMAT csv, NULL ON);
COPY c TO stdout (NULL 2);
COPY c TO stdout (FORMAT csv, NULL 2);
COPY c TO stdout (NULL auto);
COPY c TO stdout (FORMAT csv, NULL auto);
COPY c TO stdout (NULL maybe);
COPY c TO stdout (FORMAT csv, NULL maybe);
COPY c TO stdout (NULL '');
COPY c TO stdout (FORMAT csv, NULL '');
COPY c TO stdout (NULL csv);
COPY c TO stdout (FORMAT csv, NULL csv);
COPY c TO stdout (NULL match);
COPY c TO stdout (FORMAT csv, NULL match);
COPY c TO stdout (NULL 'match');
COPY c TO stdout (FORMAT csv, NULL 'match');
COPY c TO stdout (NULL ';');
COPY c TO stdout (FORMAT csv, NULL ';');
COPY c TO stdout (NULL 'ab');
COPY c TO stdout (FORMAT csv, NULL 'ab');
COPY c TO stdout (NULL (a));
COPY c TO stdout (FORMAT csv, NULL (a));
COPY c TO stdout (NULL (a, b));
COPY c TO stdout (FORMAT csv, NULL (a, b));
COPY c TO stdout (NULL (nosuch));
COPY c TO stdout (FORMAT csv, NULL (nosuch));
COPY c TO stdout (NULL (a, a));
COPY c TO stdout (FORMAT csv, NULL (a, a));
COPY c TO stdout (NULL *);
COPY c TO stdout (FORMAT csv, NULL *);
COPY c TO stdout (HEADER);
COPY c TO stdout (FORMAT csv, HEADER);
COPY c TO stdout (HEADER on);
COPY c TO stdout (FORMAT csv, HEADER on);
COPY c TO stdout (HEADER off);
COPY c TO stdout (FORMAT csv, HEADER off);
COPY c TO stdout (HEADER true);
COPY c TO stdout (FORMAT csv, HEADER true);
COPY c TO stdout (HEADER false);
COPY c TO stdout (FORMAT csv, HEADER false);
COPY c TO stdout (HEADER 1);
COPY c TO stdout (FORMAT csv, HEADER 1);
COPY c TO stdout (HEADER 0);
COPY c TO stdout (FORMAT csv, HEADER 0);
COPY c TO stdout (HEADER yes);
COPY c TO stdout (FORMAT csv, HEADER yes);
COPY c TO stdout (HEADER no);
COPY c TO stdout (FORMAT csv, HEADER no);
COPY c TO stdout (HEADER 'on');
COPY c TO stdout (FORMAT csv, HEADER 'on');
COPY c TO stdout (HEADER ON);
COPY c TO stdout (FORMAT csv, HEADER ON);
COPY c TO stdout (HEADER 2);
COPY c TO stdout (FORMAT csv, HEADER 2);
COPY c TO stdout (HEADER auto);
COPY c TO stdout (FORMAT csv, HEADER auto);
COPY c TO stdout (HEADER maybe);
COPY c TO stdout (FORMAT csv, HEADER maybe);
COPY c TO stdout (HEADER '');
COPY c TO stdout (FORMAT csv, HEADER '');
COPY c TO stdout (HEADER csv);
COPY c TO stdout (FORMAT csv, HEADER csv);
COPY c TO stdout (HEADER match);
COPY c TO stdout (FORMAT csv, HEADER match);
COPY c TO stdout (HEADER 'match');
COPY c TO stdout (FORMAT csv, HEADER 'match');
COPY c TO stdout (HEADER ';');
COPY c TO stdout (FORMAT csv, HEADER ';');
COPY c TO stdout (HEADER 'ab');
COPY c TO stdout (FORMAT csv, HEADER 'ab');
COPY c TO stdout (HEADER (a));
COPY c TO stdout (FORMAT csv, HEADER (a));
COPY c TO stdout (HEADER (a, b));
COPY c TO stdout (FORMAT csv, HEADER (a, b));
COPY c TO stdout (HEADER (nosuch));
COPY c TO stdout (FORMAT csv, HEADER (nosuch));
COPY c TO stdout (HEADER (a, a));
COPY c TO stdout (FORMAT csv, HEADER (a, a));
COPY c TO stdout (HEADER *);
COPY c TO stdout (FORMAT csv, HEADER *);
COPY c TO stdout (QUOTE);
COPY c TO stdout (FORMAT csv, QUOTE);
COPY c TO stdout (QUOTE on);
COPY c TO stdout (FORMAT csv, QUOTE on);
COPY c TO stdout (QUOTE off);
COPY c TO stdout (FORMAT csv, QUOTE off);
COPY c TO stdout (QUOTE true);
COPY c TO stdout (FORMAT csv, QUOTE true);
COPY c TO stdout (QUOTE false);
COPY c TO stdout (FORMAT csv, QUOTE false);
COPY c TO stdout (QUOTE 1);
COPY c TO stdout (FORMAT csv, QUOTE 1);
COPY c TO stdout (QUOTE 0);
COPY c TO stdout (FORMAT csv, QUOTE 0);
COPY c TO stdout (QUOTE yes);
COPY c TO stdout (FORMAT csv, QUOTE yes);
COPY c TO stdout (QUOTE no);
COPY c TO stdout (FORMAT csv, QUOTE no);
COPY c TO stdout (QUOTE 'on');
COPY c TO stdout (FORMAT csv, QUOTE 'on');
COPY c TO stdout (QUOTE ON);
COPY c TO stdout (FORMAT csv, QUOTE ON);
COPY c TO stdout (QUOTE 2);
COPY c TO stdout (FORMAT csv, QUOTE 2);
COPY c TO stdout (QUOTE auto);
COPY c TO stdout (FORMAT csv, QUOTE auto);
COPY c TO stdout (QUOTE maybe);
COPY c TO stdout (FORMAT csv, QUOTE maybe);
COPY c TO stdout (QUOTE '');
COPY c TO stdout (FORMAT csv, QUOTE '');
COPY c TO stdout (QUOTE csv);
COPY c TO stdout (FORMAT csv, QUOTE csv);
COPY c TO stdout (QUOTE match);
COPY c TO stdout (FORMAT csv, QUOTE match);
COPY c TO stdout (QUOTE 'match');
COPY c TO stdout (FORMAT csv, QUOTE 'match');
COPY c TO stdout (QUOTE ';');
COPY c TO stdout (FORMAT csv, QUOTE ';');
COPY c TO stdout (QUOTE 'ab');
COPY c TO stdout (FORMAT csv, QUOTE 'ab');
COPY c TO stdout (QUOTE (a));
COPY c TO stdout (FORMAT csv, QUOTE (a));
COPY c TO stdout (QUOTE (a, b));
COPY c TO stdout (FORMAT csv, QUOTE (a, b));
COPY c TO stdout (QUOTE (nosuch));
COPY c TO stdout (FORMAT csv, QUOTE (nosuch));
COPY c TO stdout (QUOTE (a, a));
COPY c TO stdout (FORMAT csv, QUOTE (a, a));
COPY c TO stdout (QUOTE *);
COPY c TO stdout (FORMAT csv, QUOTE *);
COPY c TO stdout (ESCAPE);
COPY c TO stdout (FORMAT csv, ESCAPE);
COPY c TO stdout (ESCAPE on);
COPY c TO stdout (FORMAT csv, ESCAPE on);
COPY c TO stdout (ESCAPE off);
COPY c TO stdout (FORMAT csv, ESCAPE off);
COPY c TO stdout (ESCAPE true);
COPY c TO stdout (FORMAT csv, ESCAPE true);
COPY c TO stdout (ESCAPE false);
COPY c TO stdout (FORMAT csv, ESCAPE false);
COPY c TO stdout (ESCAPE 1);
COPY c TO stdout (FORMAT csv, ESCAPE 1);
COPY c TO stdout (ESCAPE 0);
COPY c TO stdout (FORMAT csv, ESCAPE 0);
COPY c TO stdout (ESCAPE yes);
COPY c TO stdout (FORMAT csv, ESCAPE yes);
COPY c TO stdout (ESCAPE no);
COPY c TO stdout (FORMAT csv, ESCAPE no);
COPY c TO stdout (ESCAPE 'on');
COPY c TO stdout (FORMAT csv, ESCAPE 'on');
COPY c TO stdout (ESCAPE ON);
COPY c TO stdout (FORMAT csv, ESCAPE ON);
COPY c TO stdout (ESCAPE 2);
COPY c TO stdout (FORMAT csv, ESCAPE 2);
COPY c TO stdout (ESCAPE auto);
COPY c TO stdout (FORMAT csv, ESCAPE auto);
COPY c TO stdout (ESCAPE maybe);
COPY c TO stdout (FORMAT csv, ESCAPE maybe);
COPY c TO stdout (ESCAPE '');
COPY c TO stdout (FORMAT csv, ESCAPE '');
COPY c TO stdout (ESCAPE csv);
COPY c TO stdout (FORMAT csv, ESCAPE csv);
COPY c TO stdout (ESCAPE match);
COPY c TO stdout (FORMAT csv, ESCAPE match);
COPY c TO stdout (ESCAPE 'match');
COPY c TO stdout (FORMAT csv, ESCAPE 'match');
COPY c TO stdout (ESCAPE ';');
COPY c TO stdout (FORMAT csv, ESCAPE ';');
COPY c TO stdout (ESCAPE 'ab');
COPY c TO stdout (FORMAT csv, ESCAPE 'ab');
COPY c TO stdout (ESCAPE (a));
COPY c TO stdout (FORMAT csv, ESCAPE (a));
COPY c TO stdout (ESCAPE (a, b));
COPY c TO stdout (FORMAT csv, ESCAPE (a, b));
COPY c TO stdout (ESCAPE (nosuch));
COPY c TO stdout (FORMAT csv, ESCAPE (nosuch));
COPY c TO stdout (ESCAPE (a, a));
COPY c TO stdout (FORMAT csv, ESCAPE (a, a));
COPY c TO stdout (ESCAPE *);
COPY c TO stdout (FORMAT csv, ESCAPE *);
COPY c TO stdout (FORCE_QUOTE);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE);
COPY c TO stdout (FORCE_QUOTE on);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE on);
COPY c TO stdout (FORCE_QUOTE off);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE off);
COPY c TO stdout (FORCE_QUOTE true);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE true);
COPY c TO stdout (FORCE_QUOTE false);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE false);
COPY c TO stdout (FORCE_QUOTE 1);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 1);
COPY c TO stdout (FORCE_QUOTE 0);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 0);
COPY c TO stdout (FORCE_QUOTE yes);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE yes);
COPY c TO stdout (FORCE_QUOTE no);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE no);
COPY c TO stdout (FORCE_QUOTE 'on');
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 'on');
COPY c TO stdout (FORCE_QUOTE ON);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE ON);
COPY c TO stdout (FORCE_QUOTE 2);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 2);
COPY c TO stdout (FORCE_QUOTE auto);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE auto);
COPY c TO stdout (FORCE_QUOTE maybe);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE maybe);
COPY c TO stdout (FORCE_QUOTE '');
COPY c TO stdout (FORMAT csv, FORCE_QUOTE '');
COPY c TO stdout (FORCE_QUOTE csv);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE csv);
COPY c TO stdout (FORCE_QUOTE match);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE match);
COPY c TO stdout (FORCE_QUOTE 'match');
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 'match');
COPY c TO stdout (FORCE_QUOTE ';');
COPY c TO stdout (FORMAT csv, FORCE_QUOTE ';');
COPY c TO stdout (FORCE_QUOTE 'ab');
COPY c TO stdout (FORMAT csv, FORCE_QUOTE 'ab');
COPY c TO stdout (FORCE_QUOTE (a));
COPY c TO stdout (FORMAT csv, FORCE_QUOTE (a));
COPY c TO stdout (FORCE_QUOTE (a, b));
COPY c TO stdout (FORMAT csv, FORCE_QUOTE (a, b));
COPY c TO stdout (FORCE_QUOTE (nosuch));
COPY c TO stdout (FORMAT csv, FORCE_QUOTE (nosuch));
COPY c TO stdout (FORCE_QUOTE (a, a));
COPY c TO stdout (FORMAT csv, FORCE_QUOTE (a, a));
COPY c TO stdout (FORCE_QUOTE *);
COPY c TO stdout (FORMAT csv, FORCE_QUOTE *);
COPY c TO stdout (FORCE_NOT_NULL);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL);
COPY c TO stdout (FORCE_NOT_NULL on);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL on);
COPY c TO stdout (FORCE_NOT_NULL off);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL off);
COPY c TO stdout (FORCE_NOT_NULL true);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL true);
COPY c TO stdout (FORCE_NOT_NULL false);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL false);
COPY c TO stdout (FORCE_NOT_NULL 1);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 1);
COPY c TO stdout (FORCE_NOT_NULL 0);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 0);
COPY c TO stdout (FORCE_NOT_NULL yes);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL yes);
COPY c TO stdout (FORCE_NOT_NULL no);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL no);
COPY c TO stdout (FORCE_NOT_NULL 'on');
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 'on');
COPY c TO stdout (FORCE_NOT_NULL ON);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL ON);
COPY c TO stdout (FORCE_NOT_NULL 2);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 2);
COPY c TO stdout (FORCE_NOT_NULL auto);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL auto);
COPY c TO stdout (FORCE_NOT_NULL maybe);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL maybe);
COPY c TO stdout (FORCE_NOT_NULL '');
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL '');
COPY c TO stdout (FORCE_NOT_NULL csv);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL csv);
COPY c TO stdout (FORCE_NOT_NULL match);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL match);
COPY c TO stdout (FORCE_NOT_NULL 'match');
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 'match');
COPY c TO stdout (FORCE_NOT_NULL ';');
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL ';');
COPY c TO stdout (FORCE_NOT_NULL 'ab');
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL 'ab');
COPY c TO stdout (FORCE_NOT_NULL (a));
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL (a));
COPY c TO stdout (FORCE_NOT_NULL (a, b));
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL (a, b));
COPY c TO stdout (FORCE_NOT_NULL (nosuch));
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL (nosuch));
COPY c TO stdout (FORCE_NOT_NULL (a, a));
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL (a, a));
COPY c TO stdout (FORCE_NOT_NULL *);
COPY c TO stdout (FORMAT csv, FORCE_NOT_NULL *);
COPY c TO stdout (FORCE_NULL);
COPY c TO stdout (FORMAT csv, FORCE_NULL);
COPY c TO stdout (FORCE_NULL on);
COPY c TO stdout (FORMAT csv, FORCE_NULL on);
COPY c TO stdout (FORCE_NULL off);
COPY c TO stdout (FORMAT csv, FORCE_NULL off);
COPY c TO stdout (FORCE_NULL true);
COPY c TO stdout (FORMAT csv, FORCE_NULL true);
COPY c TO stdout (FORCE_NULL false);
COPY c TO stdout (FORMAT csv, FORCE_NULL false);
COPY c TO stdout (FORCE_NULL 1);
COPY c TO stdout (FORMAT csv, FORCE_NULL 1);
COPY c TO stdout (FORCE_NULL 0);
COPY c TO stdout (FORMAT csv, FORCE_NULL 0);
COPY c TO stdout (FORCE_NULL yes);
COPY c TO stdout (FORMAT csv, FORCE_NULL yes);
COPY c TO stdout (FORCE_NULL no);
COPY c TO stdout (FORMAT csv, FORCE_NULL no);
COPY c TO stdout (FORCE_NULL 'on');
COPY c TO stdout (FORMAT csv, FORCE_NULL 'on');
COPY c TO stdout (FORCE_NULL ON);
COPY c TO stdout (FORMAT csv, FORCE_NULL ON);
COPY c TO stdout (FORCE_NULL 2);
COPY c TO stdout (FORMAT csv, FORCE_NULL 2);
COPY c TO stdout (FORCE_NULL auto);
COPY c TO stdout (FORMAT csv, FORCE_NULL auto);
COPY c TO stdout (FORCE_NULL maybe);
COPY c TO stdout (FORMAT csv, FORCE_NULL maybe);
COPY c TO stdout (FORCE_NULL '');
COPY c TO stdout (FORMAT csv, FORCE_NULL '');
COPY c TO stdout (FORCE_NULL csv);
COPY c TO stdout (FORMAT csv, FORCE_NULL csv);
COPY c TO stdout (FORCE_NULL match);
COPY c TO stdout (FORMAT csv, FORCE_NULL match);
COPY c TO stdout (FORCE_NULL 'match');
COPY c TO stdout (FORMAT csv, FORCE_NULL 'match');
COPY c TO stdout (FORCE_NULL ';');
COPY c TO stdout (FORMAT csv, FORCE_NULL ';');
COPY c TO stdout (FORCE_NULL 'ab');
COPY c TO stdout (FORMAT csv, FORCE_NULL 'ab');
COPY c TO stdout (FORCE_NULL (a));
COPY c TO stdout (FORMAT csv, FORCE_NULL (a));
COPY c TO stdout (FORCE_NULL (a, b));
COPY c TO stdout (FORMAT csv, FORCE_NULL (a, b));
COPY c TO stdout (FORCE_NULL (nosuch));
COPY c TO stdout (FORMAT csv, FORCE_NULL (nosuch));
COPY c TO stdout (FORCE_NULL (a, a));
COPY c TO stdout (FORMAT csv, FORCE_NULL (a, a));
COPY c TO stdout (FORCE_NULL *);
COPY c TO stdout (FORMAT csv, FORCE_NULL *);
COPY c TO stdout (ENCODING);
COPY c TO stdout (ENCODING 'utf8');
COPY c TO stdout (ENCODING 'Unicode');
COPY c TO stdout (FORMAT csv, FORMAT csv);
COPY c TO stdout (FORMAT csv, FORMAT);
COPY c TO stdout (nosuch on);
COPY c TO stdout WHERE a > 1;
COPY other.public.c TO stdout;
COPY c FROM stdin (FORMAT csv, FREEZE);
\.
COPY c FROM stdin (FORMAT csv, FREEZE on);
\.
COPY c FROM stdin (FORMAT csv, FREEZE off);
\.
COPY c FROM stdin (FORMAT csv, FREEZE true);
\.
COPY c FROM stdin (FORMAT csv, FREEZE false);
\.
COPY c FROM stdin (FORMAT csv, FREEZE 1);
\.
COPY c FROM stdin (FORMAT csv, FREEZE 0);
\.
COPY c FROM stdin (FORMAT csv, FREEZE yes);
\.
COPY c FROM stdin (FORMAT csv, FREEZE no);
\.
COPY c FROM stdin (FORMAT csv, FREEZE 'on');
\.
COPY c FROM stdin (FORMAT csv, FREEZE ON);
\.
COPY c FROM stdin (FORMAT csv, FREEZE 2);
\.
COPY c FROM stdin (FORMAT csv, FREEZE auto);
\.
COPY c FROM stdin (FORMAT csv, FREEZE maybe);
\.
COPY c FROM stdin (FORMAT csv, FREEZE '');
\.
COPY c FROM stdin (FORMAT csv, HEADER);
\.
COPY c FROM stdin (FORMAT csv, HEADER on);
\.
COPY c FROM stdin (FORMAT csv, HEADER off);
\.
COPY c FROM stdin (FORMAT csv, HEADER true);
\.
COPY c FROM stdin (FORMAT csv, HEADER false);
\.
COPY c FROM stdin (FORMAT csv, HEADER 1);
\.
COPY c FROM stdin (FORMAT csv, HEADER 0);
\.
COPY c FROM stdin (FORMAT csv, HEADER yes);
\.
COPY c FROM stdin (FORMAT csv, HEADER no);
\.
COPY c FROM stdin (FORMAT csv, HEADER 'on');
\.
COPY c FROM stdin (FORMAT csv, HEADER ON);
\.
COPY c FROM stdin (FORMAT csv, HEADER 2);
\.
COPY c FROM stdin (FORMAT csv, HEADER auto);
\.
COPY c FROM stdin (FORMAT csv, HEADER maybe);
\.
COPY c FROM stdin (FORMAT csv, HEADER '');
\.
COPY c FROM stdin (FORMAT csv, HEADER match);
\.
COPY c FROM stdin (FORMAT csv, HEADER (a));
\.
COPY c FROM stdin (FORMAT csv, HEADER *);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE on);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE off);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE true);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE false);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE 1);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE 0);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE yes);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE no);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE 'on');
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE ON);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE 2);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE auto);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE maybe);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE '');
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE match);
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE (a));
\.
COPY c FROM stdin (FORMAT csv, FORCE_QUOTE *);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL on);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL off);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL true);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL false);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL 1);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL 0);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL yes);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL no);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL 'on');
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL ON);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL 2);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL auto);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL maybe);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL '');
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL match);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL (a));
\.
COPY c FROM stdin (FORMAT csv, FORCE_NOT_NULL *);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL on);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL off);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL true);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL false);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL 1);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL 0);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL yes);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL no);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL 'on');
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL ON);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL 2);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL auto);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL maybe);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL '');
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL match);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL (a));
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL *);
\.
COPY c FROM stdin (FORMAT);
\.
COPY c FROM stdin (FORMAT on);
\.
COPY c FROM stdin (FORMAT off);
\.
COPY c FROM stdin (FORMAT true);
\.
COPY c FROM stdin (FORMAT false);
\.
COPY c FROM stdin (FORMAT 1);
\.
COPY c FROM stdin (FORMAT 0);
\.
COPY c FROM stdin (FORMAT yes);
\.
COPY c FROM stdin (FORMAT no);
\.
COPY c FROM stdin (FORMAT 'on');
\.
COPY c FROM stdin (FORMAT ON);
\.
COPY c FROM stdin (FORMAT 2);
\.
COPY c FROM stdin (FORMAT auto);
\.
COPY c FROM stdin (FORMAT maybe);
\.
COPY c FROM stdin (FORMAT '');
\.
COPY c FROM stdin (DELIMITER);
\.
COPY c FROM stdin (DELIMITER on);
\.
COPY c FROM stdin (DELIMITER off);
\.
COPY c FROM stdin (DELIMITER true);
\.
COPY c FROM stdin (DELIMITER false);
\.
COPY c FROM stdin (DELIMITER 1);
\.
COPY c FROM stdin (DELIMITER 0);
\.
COPY c FROM stdin (DELIMITER yes);
\.
COPY c FROM stdin (DELIMITER no);
\.
COPY c FROM stdin (DELIMITER 'on');
\.
COPY c FROM stdin (DELIMITER ON);
\.
COPY c FROM stdin (DELIMITER 2);
\.
COPY c FROM stdin (DELIMITER auto);
\.
COPY c FROM stdin (DELIMITER maybe);
\.
COPY c FROM stdin (DELIMITER '');
\.
COPY c FROM stdin (FORMAT csv, NULL);
\.
COPY c FROM stdin (FORMAT csv, NULL on);
\.
COPY c FROM stdin (FORMAT csv, NULL off);
\.
COPY c FROM stdin (FORMAT csv, NULL true);
\.
COPY c FROM stdin (FORMAT csv, NULL false);
\.
COPY c FROM stdin (FORMAT csv, NULL 1);
\.
COPY c FROM stdin (FORMAT csv, NULL 0);
\.
COPY c FROM stdin (FORMAT csv, NULL yes);
\.
COPY c FROM stdin (FORMAT csv, NULL no);
\.
COPY c FROM stdin (FORMAT csv, NULL 'on');
\.
COPY c FROM stdin (FORMAT csv, NULL ON);
\.
COPY c FROM stdin (FORMAT csv, NULL 2);
\.
COPY c FROM stdin (FORMAT csv, NULL auto);
\.
COPY c FROM stdin (FORMAT csv, NULL maybe);
\.
COPY c FROM stdin (FORMAT csv, NULL '');
\.
COPY c FROM stdin (FORMAT csv, QUOTE);
\.
COPY c FROM stdin (FORMAT csv, QUOTE on);
\.
COPY c FROM stdin (FORMAT csv, QUOTE off);
\.
COPY c FROM stdin (FORMAT csv, QUOTE true);
\.
COPY c FROM stdin (FORMAT csv, QUOTE false);
\.
COPY c FROM stdin (FORMAT csv, QUOTE 1);
\.
COPY c FROM stdin (FORMAT csv, QUOTE 0);
\.
COPY c FROM stdin (FORMAT csv, QUOTE yes);
\.
COPY c FROM stdin (FORMAT csv, QUOTE no);
\.
COPY c FROM stdin (FORMAT csv, QUOTE 'on');
\.
COPY c FROM stdin (FORMAT csv, QUOTE ON);
\.
COPY c FROM stdin (FORMAT csv, QUOTE 2);
\.
COPY c FROM stdin (FORMAT csv, QUOTE auto);
\.
COPY c FROM stdin (FORMAT csv, QUOTE maybe);
\.
COPY c FROM stdin (FORMAT csv, QUOTE '');
\.
COPY c FROM stdin (FORMAT csv, ESCAPE);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE on);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE off);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE true);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE false);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE 1);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE 0);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE yes);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE no);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE 'on');
\.
COPY c FROM stdin (FORMAT csv, ESCAPE ON);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE 2);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE auto);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE maybe);
\.
COPY c FROM stdin (FORMAT csv, ESCAPE '');
\.
COPY c FROM stdin (ENCODING);
\.
COPY c FROM stdin (HEADER match);
a
\.
COPY c FROM stdin (HEADER match);
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL (nosuch));
\.
COPY c FROM stdin (FORMAT csv, FORCE_NULL (a, a));
\.
