import { changeCart } from '#data/cart/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import { seatTexts } from '#texts/order.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import styles from './catalog-page.module.css';

interface SeatChipsProps {
  readonly people: number;
  /** undefined: for all. */
  readonly seat: number | undefined;
  readonly onChange: (seat: number | undefined) => void;
}

/** For whom at the table a product is: one of the people, or all. */
export const SeatChips = ({ people, seat, onChange }: SeatChipsProps) => (
  <ChipRow label={seatTexts.label}>
    {[undefined, ...Array.from({ length: people }, (_, index) => index + 1)].map((who) => (
      <FilterPill key={who ?? 0} pressed={seat === who} onToggle={() => onChange(who)}>
        {who === undefined ? seatTexts.all : seatTexts.seat(who)}
      </FilterPill>
    ))}
  </ChipRow>
);

/** For whom the next products are. */
export function SeatRow({ cart, people }: { readonly cart: Cart; readonly people: number }) {
  if (people === 0) return null;
  return (
    <div className={styles['seats']}>
      <SeatChips people={people} seat={cart.seat} onChange={(seat) => changeCart((c) => ({ ...c, seat }))} />
    </div>
  );
}
