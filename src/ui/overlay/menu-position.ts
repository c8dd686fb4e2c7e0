interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between the button and its menu, and between the menu and the edge of the screen. */
export const menuGapPx = 4;
export const menuMarginPx = 8;

/**
 * The menu's position in viewport pixels: below the button, or above it if there is more room, aligned to its start or
 * end, and never outside the screen. `maxHeight` is the available height; the menu scrolls within it.
 */
export function menuPosition(
  anchor: Box,
  menu: Size,
  viewport: Size,
  align: 'start' | 'end',
): { readonly left: number; readonly top: number; readonly maxHeight: number } {
  const below = viewport.height - anchor.bottom - menuGapPx - menuMarginPx;
  const above = anchor.top - menuGapPx - menuMarginPx;
  const under = menu.height <= below || below >= above;
  const maxHeight = Math.max(0, under ? below : above);
  const height = Math.min(menu.height, maxHeight);
  const wanted = align === 'end' ? anchor.right - menu.width : anchor.left;
  const rightmost = viewport.width - menu.width - menuMarginPx;
  return {
    left: Math.max(menuMarginPx, Math.min(wanted, rightmost)),
    top: under ? anchor.bottom + menuGapPx : anchor.top - menuGapPx - height,
    maxHeight,
  };
}
