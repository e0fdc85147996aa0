-- Large objects, as the manual has them.
create table image (name text, raster oid);
select lo_from_bytea(0, repeat('picture ', 1000)::bytea) as loid \gset
insert into image values ('beautiful image', :loid);
select octet_length(lo_get(:loid)), lo_get(:loid, 0, 8), lo_get(:loid, 7996, 100);
select count(*), sum(octet_length(data)), max(pageno) from pg_largeobject where loid = :loid;
select lo_put(:loid, 8, 'PICTURE');
select convert_from(lo_get(:loid, 0, 24), 'UTF8');
select pageno, octet_length(data) from pg_largeobject where loid = :loid order by pageno limit 2;
select count(*) from pg_largeobject_metadata;
select lo_unlink(:loid);
select count(*) from pg_largeobject;
select lo_get(:loid);
select name, raster = :loid as dangling from image;
