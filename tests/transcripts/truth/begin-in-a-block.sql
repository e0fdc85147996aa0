begin isolation level serializable;
begin;
show transaction_isolation;
start transaction read only;
show transaction_read_only;
show transaction_isolation;
commit;
show transaction_isolation;
