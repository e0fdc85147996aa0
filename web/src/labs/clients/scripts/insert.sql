\set n random(100, 150)
INSERT INTO stored (body) VALUES (repeat('toastscope', :n * 4));
