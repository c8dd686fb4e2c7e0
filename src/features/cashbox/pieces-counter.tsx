import type { CountedPieces } from '#domain/cash-count.ts';
import { cashPieces, piecesTotal } from '#domain/cash-count.ts';
import { formatMoney, money } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import styles from './cashbox.module.css';
import { closingTexts as texts } from './texts.ts';

interface PiecesCounterProps {
  readonly store: Pick<Store, 'country' | 'currency'>;
  readonly pieces: CountedPieces;
  readonly onChange: (pieces: CountedPieces) => void;
}

const piecesMax = 100_000;

/** How many of each note and coin there are, and what they make (F5). */
export function PiecesCounter({ store: { country, currency }, pieces, onChange }: PiecesCounterProps) {
  const worth = (value: number, count: number): string =>
    formatMoney(money(value * 10 ** currency.decimals * count), currency);
  const piece = (value: number): string => formatMoney(money(value), { ...currency, decimals: 0 });
  return (
    <fieldset className={styles['pieces']}>
      <legend>{texts.pieces}</legend>
      {cashPieces[country].map((value) => {
        const count = pieces[value] ?? 0;
        return (
          <div key={value} className={styles['piece']}>
            <span aria-hidden="true">{piece(value)}</span>
            <NumberStepper
              hideLabel
              label={texts.pieceOf(piece(value))}
              max={piecesMax}
              size="sm"
              typed
              value={count}
              onChange={(next) => onChange({ ...pieces, [value]: next })}
            />
            <output>{count === 0 ? '' : worth(value, count)}</output>
          </div>
        );
      })}
      <p className={styles['fact']}>
        <span>{texts.counted}</span>
        <b role="status">{formatMoney(piecesTotal(pieces, currency), currency)}</b>
      </p>
    </fieldset>
  );
}
