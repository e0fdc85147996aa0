//! Clients side by side, on scripts of which one can say what must come out.
