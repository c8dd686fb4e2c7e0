import type { ReactNode } from 'react';
import type { ShownCashbox, ShownFlow, ShownState } from '#data/cashbox/cashbox.ts';
import { useNow } from '#data/device/device.ts';
import { cashboxAge, runningFlows } from '#domain/cashbox.ts';
import type { ShownBalance } from '#domain/cashbox.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney, subtract, zero } from '#domain/money.ts';
import type { PaymentMethod, Store } from '#domain/store.ts';
import { paymentMethods } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { EmptyState, Notice } from '#ui/feedback/panels.tsx';
import { IconClock, IconCoins, IconList, IconReceipt } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './cashbox.module.css';
import { FactRow } from './facts.tsx';
import { OpenDrawer } from './open-drawer.tsx';
import { cashboxTexts as texts } from './texts.ts';

interface RegisterViewProps {
  readonly store: Store;
  readonly state: ShownState;
  readonly register: ShownCashbox;
  readonly onMovement: () => void;
  readonly onClose: () => void;
  readonly onRows: () => void;
  readonly onReport: () => void;
}

/** The open register: summary, payments by method, movements. */
export function RegisterView({ store, state, register, onMovement, onClose, onRows, onReport }: RegisterViewProps) {
  const now = useNow(kanbanTimerMs);
  const { currency, timezone } = store;
  const { hours, passed } = cashboxAge(register.opened_at, now, state.time_limit);
  const when = (at: Instant): string => whenLabel(at, now, timezone);
  return (
    <div className={styles['register']}>
      <Panel className={styles['summary']} title={texts.balance}>
        {passed ? (
          <Notice icon={<IconClock size={22} />} tone="warning">
            {texts.passed(state.time_limit)}
          </Notice>
        ) : null}
        <dl className={styles['facts']}>
          <FactRow name={texts.opened} value={texts.openedBy(register.opened_by, when(register.opened_at))} />
          <FactRow name={texts.age} value={texts.hours(hours, state.time_limit)} />
        </dl>
        <BalanceFacts balance={register.balance} currency={currency} withPayouts={state.config.payouts} />
        <div className={styles['answers']}>
          <Button aria-keyshortcuts="M" icon={<IconCoins size={22} />} onClick={onMovement}>
            {texts.movement}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
        <div className={styles['answers']}>
          <Button icon={<IconList size={22} />} variant="ghost" onClick={onRows}>
            {texts.rows}
          </Button>
          {register.balance.calculated === null ? null : (
            <Button icon={<IconReceipt size={22} />} variant="ghost" onClick={onReport}>
              {texts.report}
            </Button>
          )}
          <OpenDrawer cashboxId={register.id} store={store} />
        </div>
      </Panel>
      <Panel title={texts.methods}>
        <MethodTable balance={register.balance} store={store} />
      </Panel>
      <Panel className={styles['movements']} title={texts.movements}>
        <FlowTable currency={currency} flows={register.flows} when={when} />
      </Panel>
    </div>
  );
}

interface BalanceFactsProps {
  readonly balance: ShownBalance;
  readonly currency: Currency;
  readonly withPayouts: boolean;
}

/** The sums of a register, each in its line, with the expected cash at the end. */
export function BalanceFacts({ balance, currency, withPayouts }: BalanceFactsProps) {
  const amount = (value: Money): string => formatMoney(value, currency);
  return (
    <dl className={styles['facts']}>
      <FactRow name={texts.initial} value={amount(balance.open)} />
      {balance.payment_cash_in === null ? null : (
        <FactRow name={texts.cashSales} value={amount(balance.payment_cash_in)} />
      )}
      <FactRow name={texts.flows} value={signed(balance.cashbox_flows, currency)} />
      {withPayouts ? <FactRow name={texts.payouts} value={amount(balance.payouts_total)} /> : null}
      <FactRow name={texts.rejected} value={signed(subtract(zero, balance.orders_rejecteds), currency)} />
      {balance.refunds_total === 0 ? null : (
        <FactRow name={texts.refunds} value={signed(subtract(zero, balance.refunds_total), currency)} />
      )}
      {balance.payment_totals === null ? null : (
        <FactRow name={texts.allSales} value={amount(balance.payment_totals)} />
      )}
      {balance.payments_with_cash_in === null ? null : (
        <FactRow name={texts.salesAndIn} value={amount(balance.payments_with_cash_in)} />
      )}
      {balance.tips === 0 ? null : <FactRow name={texts.tips} value={amount(balance.tips)} />}
      <FactRow
        name={texts.expected}
        strong
        value={balance.calculated === null ? texts.hiddenUntilCounted : amount(balance.calculated)}
      />
    </dl>
  );
}

/** With its sign, also when it is positive. */
const signed = (amount: Money, currency: Currency): string =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`;

/** Money in and out of each payment method. */
export function MethodTable({ balance, store }: { readonly balance: ShownBalance; readonly store: Store }) {
  const { currency, payment_methods: offered } = store;
  const used = paymentMethods.filter((m) => balance.in.has(m) || balance.out.has(m));
  if (used.length === 0) return <p className={styles['quiet']}>{texts.noMethods}</p>;
  const of = (sums: ReadonlyMap<PaymentMethod, Money>, method: PaymentMethod): Money => sums.get(method) ?? zero;
  return (
    <TableBox label={texts.table(texts.methods)}>
      <table className={cx(styles['table'], styles['figures'], styles['stacked'])}>
        <thead>
          <tr>
            <th scope="col">{texts.method}</th>
            <th scope="col">{texts.in}</th>
            <th scope="col">{texts.out}</th>
            <th scope="col">{texts.net}</th>
          </tr>
        </thead>
        <tbody>
          {used.map((method) => {
            const [came, went] = [of(balance.in, method), of(balance.out, method)];
            return (
              <tr key={method}>
                <th scope="row">{paymentMethodLabel(method, offered)}</th>
                <td data-label={texts.in}>{formatMoney(came, currency)}</td>
                <td data-label={texts.out}>{formatMoney(went, currency)}</td>
                <td>
                  <b>{formatMoney(subtract(came, went), currency)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableBox>
  );
}

/** Scrolls a wide table sideways, also by keyboard. */
const TableBox = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls
  <div aria-label={label} className={styles['scroll']} role="group" tabIndex={0}>
    {children}
  </div>
);

interface FlowTableProps {
  readonly flows: readonly ShownFlow[];
  readonly currency: Currency;
  readonly when: (at: Instant) => string;
}

/** 'Movimientos de dinero': five columns, the last one cumulative. */
function FlowTable({ flows, currency, when }: FlowTableProps) {
  if (flows.length === 0) return <EmptyState icon={<IconCoins size={32} />} title={texts.noMovements} />;
  return (
    <TableBox label={texts.table(texts.movements)}>
      <table className={cx(styles['table'], styles['stacked'])}>
        <thead>
          <tr>
            <th scope="col">{texts.type}</th>
            <th scope="col">{texts.description}</th>
            <th scope="col">{texts.when}</th>
            <th scope="col">{texts.amount}</th>
            <th scope="col">{texts.running}</th>
          </tr>
        </thead>
        <tbody>
          {runningFlows(flows).map(({ flow, total }) => (
            <tr key={flow.id}>
              <th scope="row">{flowTypeTexts[flow.type]}</th>
              <td>{flow.description}</td>
              <td>
                {when(flow.created_at)}
                <span className={styles['note']}>{flow.by}</span>
                {flow.waiting ? <span className={styles['note']}>{texts.waiting}</span> : null}
              </td>
              <td className={styles[flow.amount < 0 ? 'goes' : 'comes']}>{signed(flow.amount, currency)}</td>
              <td data-label={texts.running}>{formatMoney(total, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
