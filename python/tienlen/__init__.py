"""tienlen: the engine for the Vietnamese climbing card game Thirteen (Tiến lên)."""
