//! Scripts, and the numbers they draw.
