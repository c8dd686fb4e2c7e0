import type { ReactNode } from 'react';
import type { GuestBill, GuestRequest, GuestStanding } from '#contract/wire/guests.ts';
import { choiceOf } from '#data/guests/ask.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { hourLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import type { Tone } from '#ui/feedback/badge.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { IconReceipt, IconTable } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { PanelList, PanelListSkeleton, PanelRow } from '#ui/layout/panel-list.tsx';
import styles from './guest-table.module.css';
import { guestTexts as texts, isPaying, requestTitles, standingText } from './texts.ts';

interface MyTableProps {
  readonly standing: GuestStanding;
  readonly store: { readonly currency: Currency; readonly timezone: string };
  /** «Cancelar» of a request that waits; null while that is not possible. */
  readonly onWithdraw: ((request: GuestRequest) => void) | null;
  /** Puts the products of an order that was not taken back into the cart; null while nothing can be ordered. */
  readonly onAgain: ((request: GuestRequest) => void) | null;
}

const tones: Readonly<Record<GuestRequest['state'], Tone>> = {
  waiting: 'waiting',
  accepted: 'ready',
  rejected: 'danger',
  withdrawn: 'neutral',
  expired: 'late',
};

/** What the guest asked for and how it stands, and the table's bill. */
export function MyTable({ standing, ...props }: MyTableProps) {
  return (
    <div className={styles['columns']}>
      <Panel title={texts.asked}>
        {standing.requests.length === 0 ? (
          <EmptyState icon={<IconTable size={32} />} text={texts.nothingText} title={texts.nothing} />
        ) : (
          <PanelList>
            {standing.requests.map((request) => (
              <RequestRow key={request.key} {...props} request={request} />
            ))}
          </PanelList>
        )}
      </Panel>
      <Panel title={texts.bill}>
        {standing.bill === null ? (
          <EmptyState icon={<IconReceipt size={32} />} text={texts.noBillText} title={texts.noBill} />
        ) : (
          <Bill bill={standing.bill} currency={props.store.currency} />
        )}
      </Panel>
    </div>
  );
}

export const MyTableLoading = () => <PanelListSkeleton height={120} label={texts.loadingTable} />;

function RequestRow({
  request,
  store,
  onWithdraw,
  onAgain,
}: Omit<MyTableProps, 'standing'> & { readonly request: GuestRequest }) {
  const { kind, state, lines, note, reason } = request;
  const amount = (value: GuestRequest['total']): string => formatMoney(value, store.currency);
  const lost = state === 'rejected' || state === 'expired' || state === 'withdrawn';
  const repeat = kind === 'order' && lost && onAgain && choiceOf(request.key) !== null ? onAgain : null;
  return (
    <PanelRow note={hourLabel(request.created_at, store.timezone)} title={requestTitles[kind]}>
      <div aria-live="polite">
        <StateTag state={tones[state]}>{standingText(kind, state, request.order_number)}</StateTag>
      </div>
      {reason === null ? null : <p className={styles['reason']}>{texts.reason(reason)}</p>}
      {lines.length === 0 ? null : (
        <Lines
          lines={lines.map(({ name, quantity, price, additionals, comments }) => ({
            name: texts.units(quantity, name),
            price: amount(price),
            more: [...additionals.map((a) => (a.quantity > 1 ? texts.units(a.quantity, a.name) : a.name)), comments]
              .filter(Boolean)
              .join(' · '),
          }))}
        >
          <Sum name={texts.total} total value={amount(request.total)} />
        </Lines>
      )}
      {note === null ? null : <p className={styles['quiet']}>{texts.noteOf(note)}</p>}
      {state === 'waiting' && onWithdraw ? (
        <div>
          <Button size="sm" variant="secondary" onClick={() => onWithdraw(request)}>
            {texts.cancel}
          </Button>
        </div>
      ) : null}
      {repeat ? (
        <div>
          <Button size="sm" variant="secondary" onClick={() => repeat(request)}>
            {texts.again}
          </Button>
        </div>
      ) : null}
    </PanelRow>
  );
}

function Bill({ bill, currency }: { readonly bill: GuestBill; readonly currency: Currency }) {
  const amount = (value: GuestBill['total']): string => formatMoney(value, currency);
  const plain = bill.discount === 0 && bill.tip === 0;
  return (
    <>
      {isPaying(bill) ? <Notice>{texts.billPaying}</Notice> : null}
      <Lines
        lines={bill.lines.map(({ name, quantity, price }) => ({
          name: texts.units(quantity, name),
          price: amount(price),
          more: '',
        }))}
      >
        {plain ? null : <Sum name={texts.subtotal} value={amount(bill.subtotal)} />}
        {bill.discount > 0 ? <Sum name={texts.discount} value={`-${amount(bill.discount)}`} /> : null}
        {bill.tip > 0 ? <Sum name={texts.tip} value={amount(bill.tip)} /> : null}
        <Sum name={texts.total} total value={amount(bill.total)} />
      </Lines>
    </>
  );
}

interface LinesProps {
  readonly lines: readonly { readonly name: string; readonly price: string; readonly more: string }[];
  readonly children: ReactNode;
}

/** Products with their prices, and the sums. */
const Lines = ({ lines, children }: LinesProps) => (
  <div>
    <ul className={styles['lines']}>
      {lines.map(({ name, price, more }, index) => (
        // Two lines may be of the same product, and each keeps its place.
        <li key={index}>
          <div className={styles['line']}>
            <span>{name}</span>
            <span>{price}</span>
          </div>
          {more === '' ? null : <p className={styles['quiet']}>{more}</p>}
        </li>
      ))}
    </ul>
    <dl className={styles['sums']}>{children}</dl>
  </div>
);

interface SumProps {
  readonly name: string;
  readonly value: string;
  readonly total?: boolean;
}

const Sum = ({ name, value, total = false }: SumProps) => (
  <div className={total ? styles['total'] : undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
