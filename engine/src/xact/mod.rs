//! Transactions of the one session: xids handed out when first needed, subtransactions, command
//! ids with combo cids, commit status, snapshots (`xact.c`, `clog.c`, `combocid.c`).
