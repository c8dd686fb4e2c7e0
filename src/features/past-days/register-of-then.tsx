import type { PastRegister, RegisterThen } from '#domain/past-day.ts';
import { formatMoney, type Money, zero } from '#domain/money.ts';
import { paymentMethods, type Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { Panel } from '#ui/layout/card.tsx';
import styles from './past-days.module.css';
import { pastTexts as texts } from './texts.ts';

interface RegisterOfThenProps {
  readonly then: RegisterThen<PastRegister> | null;
  readonly store: Store;
  readonly now: Instant;
}

/** The register that was open at a moment, with its sums up to then. */
export function RegisterOfThen({ then, store, now }: RegisterOfThenProps) {
  const { currency, timezone } = store;
  const fact = (name: string, amount: Money) => <Fact name={name} value={formatMoney(amount, currency)} />;
  if (!then)
    return (
      <Panel title={texts.register}>
        <p className={styles['quiet']}>{texts.registerClosed}</p>
      </Panel>
    );
  const { register, balance } = then;
  return (
    <Panel title={texts.register}>
      <p className={styles['quiet']}>
        {texts.openedBy(register.opened_by, whenLabel(register.opened_at, now, timezone))}
      </p>
      {balance === null ? (
        <p className={styles['quiet']}>{texts.kept}</p>
      ) : (
        <dl className={styles['facts']}>
          {fact(texts.cash, balance.calculated)}
          {fact(texts.initial, balance.open)}
          {paymentMethods.map((method) => {
            const amount = balance.in.get(method) ?? zero;
            return amount === 0 ? null : (
              <Fact
                key={method}
                name={`${texts.sold}: ${paymentMethodLabel(method, store.payment_methods)}`}
                value={formatMoney(amount, currency)}
              />
            );
          })}
          {balance.cashbox_flows === 0 ? null : fact(texts.movements, balance.cashbox_flows)}
          {balance.refunds_total === 0 ? null : fact(texts.refunds, balance.refunds_total)}
        </dl>
      )}
    </Panel>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
