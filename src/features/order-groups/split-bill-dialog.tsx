import { useId, useState } from 'react';
import type { BillLine, UnitsOfParts } from '#domain/bill.ts';
import {
  billLines,
  billPartsMax,
  coveredParts,
  equalParts,
  unassignedUnits,
  partsOfLines,
  unitsBySeat,
  withUnitGiven,
} from '#domain/bill.ts';
import { orderPaymentsMax } from '#domain/limits.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { GroupDetailRow, OrderGroup } from '#domain/order-group.ts';
import type { CartPayment } from '#domain/payments.ts';
import { chargedOnline, resolvedPayments, withPaymentAdded, withPaymentChanged } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { seatTexts } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { TabPanel, Tabs } from '#ui/action/tabs.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconCheck } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './order-groups.module.css';
import { splitTexts as texts } from './texts.ts';

const ways = ['equal', 'seat', 'item'] as const;
type Way = (typeof ways)[number];

interface SplitBillDialogProps {
  readonly group: OrderGroup;
  readonly store: Store;
  /** The table's rows; null: this device does not know them. */
  readonly items: readonly GroupDetailRow[] | null;
  /** What the table pays. */
  readonly total: Money;
  readonly rows: readonly CartPayment[];
  readonly onPay: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  readonly onClose: () => void;
}

/**
 * 'Dividir la cuenta': equal parts, by person or by item. A part becomes a payment of the table, which is saved with it;
 * dividing itself needs no network.
 */
export function SplitBillDialog({ group, store, items, total, rows, onPay, onClose }: SplitBillDialogProps) {
  const tabs = useId();
  const [way, setWay] = useState<Way>('equal');
  const [count, setCount] = useState(Math.min(Math.max(group.data.people, 2), billPartsMax));
  const [given, setGiven] = useState<UnitsOfParts>(new Map());
  const [active, setActive] = useState(0);
  const lines = billLines(items ?? []);
  const known = items !== null || way === 'equal';
  // After fewer parts were chosen, units of parts that are gone belong to nobody again.
  const units: UnitsOfParts =
    way === 'seat' ? unitsBySeat(lines, count) : new Map([...given].map(([row, of]) => [row, of.slice(0, count)]));
  const parts = way === 'equal' ? equalParts(total, count) : partsOfLines(total, lines, count, units);
  const named = way === 'seat' ? seatTexts.seat : texts.part;
  const method = store.payment_methods.map((m) => m.type).find((m) => !chargedOnline.includes(m));
  const paid = resolvedPayments(rows, total).map((p) => p.amount);

  const pay = (part: number, amount: Money): void => {
    if (method === undefined) return;
    onPay((was) => {
      const grown = withPaymentAdded(was, method);
      return withPaymentChanged(grown, grown.at(-1)?.key ?? 0, { amount });
    });
    toast.show({ kind: 'success', text: texts.added(named(part + 1)) });
  };

  return (
    <Overlay open size="lg" title={texts.title(group.code.description)} onClose={onClose}>
      <div className={styles['content']}>
        <Tabs
          id={tabs}
          items={ways.map((id) => ({ id, label: texts.ways[id] }))}
          label={texts.how}
          value={way}
          onChange={(id) => setWay(ways.find((w) => w === id) ?? 'equal')}
        />
        <TabPanel tab={way} tabs={tabs}>
          <div className={styles['content']}>
            <NumberStepper label={texts.count} max={billPartsMax} min={2} value={count} onChange={setCount} />
            {known ? null : <OfflineNotice>{texts.unknown}</OfflineNotice>}
            {method === undefined ? <Notice tone="warning">{texts.noMethods}</Notice> : null}
            {rows.length >= orderPaymentsMax ? <Notice tone="warning">{texts.full}</Notice> : null}
            {way === 'item' && items !== null ? (
              <GivenLines
                active={Math.min(active, count - 1)}
                count={count}
                currency={store.currency}
                lines={lines}
                units={units}
                onActive={setActive}
                onGive={(line, part) => setGiven(withUnitGiven(units, line, part, count))}
              />
            ) : null}
            {way !== 'equal' && items !== null && lines.some((l) => unassignedUnits(l, units) > 0) ? (
              <p className={styles['quiet']}>{texts.shared}</p>
            ) : null}
            {known ? (
              <PartList
                currency={store.currency}
                named={named}
                paid={paid}
                parts={parts}
                onPay={method === undefined || rows.length >= orderPaymentsMax ? null : pay}
              />
            ) : null}
          </div>
        </TabPanel>
      </div>
    </Overlay>
  );
}

interface PartListProps {
  readonly parts: readonly Money[];
  readonly paid: readonly Money[];
  readonly currency: Currency;
  readonly named: (part: number) => string;
  /** null: no payment can be added. */
  readonly onPay: ((part: number, amount: Money) => void) | null;
}

/** What each part pays, and the button that makes it a payment. */
function PartList({ parts, paid, currency, named, onPay }: PartListProps) {
  const covered = coveredParts(parts, paid);
  return (
    <ul aria-label={texts.parts} className={styles['lines']}>
      {parts.map((amount, part) => {
        const [name, words] = [named(part + 1), formatMoney(amount, currency)];
        return (
          <li key={part} className={styles['part']}>
            <span>{name}</span>
            <b>{words}</b>
            {amount > 0 && covered[part] ? (
              <span className={styles['charged']}>
                <IconCheck size={20} /> {texts.charged}
              </span>
            ) : (
              <Button
                aria-label={texts.payPart(name, words)}
                disabled={onPay === null || amount === 0}
                size="sm"
                variant="secondary"
                onClick={() => onPay?.(part, amount)}
              >
                {texts.pay}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface GivenLinesProps {
  readonly lines: readonly BillLine[];
  readonly units: UnitsOfParts;
  readonly count: number;
  readonly active: number;
  readonly currency: Currency;
  readonly onActive: (part: number) => void;
  readonly onGive: (line: BillLine, part: number) => void;
}

/** The products; a tap gives one unit to the chosen part. */
function GivenLines({ lines, units, count, active, currency, onActive, onGive }: GivenLinesProps) {
  if (lines.length === 0) return <p className={styles['quiet']}>{texts.noProducts}</p>;
  return (
    <>
      <ChipRow label={texts.active}>
        {Array.from({ length: count }, (_, part) => (
          <FilterPill key={part} pressed={part === active} onToggle={() => onActive(part)}>
            {texts.part(part + 1)}
          </FilterPill>
        ))}
      </ChipRow>
      <ul aria-label={texts.products} className={styles['lines']}>
        {lines.map((line) => (
          <li key={line.row}>
            <button className={styles['unit']} type="button" onClick={() => onGive(line, active)}>
              <span className={styles['line']}>
                <span>
                  <b>{line.quantity}</b> {line.name}
                </span>
                <span>{formatMoney(line.price, currency)}</span>
              </span>
              <span className={styles['quiet']}>{ownersOf(line, units)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** 'Parte 1: 2 · Entre todos', or 'Parte 1'. */
function ownersOf(line: BillLine, units: UnitsOfParts): string {
  const owners = (units.get(line.row) ?? []).flatMap((n, part) =>
    n > 0 ? [texts.units(texts.part(part + 1), n)] : [],
  );
  const free = unassignedUnits(line, units);
  return [...owners, ...(free > 0 ? [texts.units(texts.forAll, free)] : [])].join(' · ');
}
