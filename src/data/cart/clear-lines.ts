import { withLinesBack } from '#domain/cart-lines.ts';
import type { CartLine } from '#domain/cart.ts';
import { changeCart, laterInCart } from './cart-store.ts';

/** Removes the lines. The result brings them back, beside what was added meanwhile. */
export function clearLines(lines: readonly CartLine[]): () => void {
  const undo = laterInCart();
  changeCart((c) => ({ ...c, lines: [] }));
  return () => undo((c) => withLinesBack(c, lines, lines));
}
