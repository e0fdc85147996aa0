//! A line pointer (`ItemIdData`, `itemid.h`), as a value.

/// What a line pointer is in use for (`lp_flags`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LpState {
    /// `LP_UNUSED` 0: may be reused; length is 0.
    Unused = 0,
    /// `LP_NORMAL` 1: points at an item.
    Normal = 1,
    /// `LP_REDIRECT` 2: a HOT redirect; the offset is a line pointer number.
    Redirect = 2,
    /// `LP_DEAD` 3: dead, with or without storage.
    Dead = 3,
}

/// One line pointer, unpacked on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ItemId(pub u32);

impl ItemId {
    /// Packs offset (15 bits), state (2) and length (15).
    pub const fn pack(offset: u16, state: LpState, length: u16) -> ItemId {
        ItemId((offset as u32 & 0x7fff) | ((state as u32) << 15) | ((length as u32) << 17))
    }
    /// An unused line pointer: all bits are 0 (`ItemIdSetUnused`).
    pub const UNUSED: ItemId = ItemId(0);
    /// A dead line pointer without storage (`ItemIdSetDead`).
    pub const DEAD: ItemId = ItemId::pack(0, LpState::Dead, 0);
    /// Returns a redirect to line pointer `to` (`ItemIdSetRedirect`).
    pub const fn redirect(to: u16) -> ItemId {
        ItemId::pack(to, LpState::Redirect, 0)
    }
    /// Returns a normal line pointer (`ItemIdSetNormal`).
    pub const fn normal(offset: u16, length: u16) -> ItemId {
        ItemId::pack(offset, LpState::Normal, length)
    }
    /// Returns the line pointer marked dead, with its storage kept, as of a killed index entry
    /// (`ItemIdMarkDead`).
    pub const fn mark_dead(self) -> ItemId {
        ItemId(self.0 | (3 << 15))
    }
    /// Returns the item's byte offset in the page (`lp_off`).
    pub const fn offset(self) -> usize {
        (self.0 & 0x7fff) as usize
    }
    /// Returns the item's length in bytes (`lp_len`).
    pub const fn length(self) -> usize {
        (self.0 >> 17) as usize
    }
    /// Returns the line pointer's state (`lp_flags`).
    pub const fn state(self) -> LpState {
        match (self.0 >> 15) & 3 {
            0 => LpState::Unused,
            1 => LpState::Normal,
            2 => LpState::Redirect,
            _ => LpState::Dead,
        }
    }
    /// Whether it is in use, dead or not (`ItemIdIsUsed`).
    pub const fn is_used(self) -> bool {
        (self.0 >> 15) & 3 != 0
    }
    /// Whether it points at a tuple that is not known to be dead (`ItemIdIsNormal`).
    pub const fn is_normal(self) -> bool {
        (self.0 >> 15) & 3 == 1
    }
    /// Whether it leads to another line pointer (`ItemIdIsRedirected`).
    pub const fn is_redirected(self) -> bool {
        (self.0 >> 15) & 3 == 2
    }
    /// Whether it is marked dead (`ItemIdIsDead`).
    pub const fn is_dead(self) -> bool {
        (self.0 >> 15) & 3 == 3
    }
    /// Whether it has bytes on the page (`ItemIdHasStorage`).
    pub const fn has_storage(self) -> bool {
        self.length() != 0
    }
    /// Returns the line pointer a redirect leads to (`ItemIdGetRedirect`).
    pub const fn redirect_to(self) -> u16 {
        (self.0 & 0x7fff) as u16
    }
}
