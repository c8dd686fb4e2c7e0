import { changeCart } from '#data/cart/cart-store.ts';
import { useGroups } from '#data/groups/groups.ts';
import { billPartsMax } from '#domain/bill.ts';
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

/** How many people at the table of a cart can be told apart; 0 without a table, or when there is only one. */
export function useSeats({ code }: Cart): number {
  const people = useGroups().get(code?.id ?? 0)?.data.people ?? 0;
  return code?.group === true && people > 1 ? Math.min(people, billPartsMax) : 0;
}

/** For whom the next products are. */
export function SeatRow({ cart }: { readonly cart: Cart }) {
  const people = useSeats(cart);
  if (people === 0) return null;
  return (
    <div className={styles['seats']}>
      <SeatChips people={people} seat={cart.seat} onChange={(seat) => changeCart((c) => ({ ...c, seat }))} />
    </div>
  );
}
