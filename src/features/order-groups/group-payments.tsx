import type { ComponentType } from 'react';
import { useRef } from 'react';
import type { GroupDraft } from './use-group-draft.ts';
import type { CardAccount, CardToken } from '#domain/card-form.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { openRefusal } from '#domain/order-group.ts';
import type { Currency, Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { startsPayment } from '#domain/paying.ts';
import type { Order, PaymentRow } from '#domain/order.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentState } from '#domain/payments.ts';
import type { GeneralDiscount } from '#domain/promocode.ts';
import type { Store } from '#domain/store.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { paymentStateLabels } from '#texts/order-details.ts';
import styles from './order-groups.module.css';
import { groupDetailTexts as texts } from './texts.ts';

/** The other features' parts of a table's detail; the route joins them. */
export interface GroupParts {
  readonly Payments: ComponentType<{
    readonly rows: readonly CartPayment[];
    readonly total: Money;
    readonly store: Store;
    readonly told: boolean;
    readonly notes: ReadonlyMap<number, string>;
    readonly onChange: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  }>;
  readonly PaymentWays: ComponentType<{
    readonly store: Store;
    readonly payable: { readonly type: 'orderGroup'; readonly id: number };
    readonly subject: string;
    readonly onPaying: (() => void) | null;
    readonly again: { readonly retry: () => Promise<null>; readonly other: () => void } | null;
  }>;
  /** How its invoice stands; nothing without one. */
  readonly Invoice: ComponentType<{
    readonly store: Store;
    readonly payable: { readonly type: 'orderGroup'; readonly id: number };
    readonly billings: number;
    readonly version: number;
  }>;
  /** Asks for the card that pays, and pays with it. */
  readonly Card: ComponentType<{
    readonly amount: Money;
    readonly store: Store;
    readonly account: CardAccount;
    readonly sandbox: boolean;
    readonly doubt: boolean;
    readonly onPay: (card: CardToken) => Promise<string | null>;
    readonly onClose: () => void;
  }>;
  /** Asks before a row leaves one of its orders, and removes it (N-12). */
  readonly RemoveItem: ComponentType<{
    readonly order: Order;
    readonly line: {
      readonly row: number;
      readonly quantity: number;
      readonly name: string;
      readonly price: Money;
    };
    readonly store: Store;
    readonly onClose: () => void;
  }>;
  readonly Discount: ComponentType<{
    readonly discount: GeneralDiscount | null;
    readonly subtotal: Money;
    readonly currency: Currency;
    readonly onApply: (discount: GeneralDiscount | null) => void;
    readonly onClose: () => void;
  }>;
}

interface GroupPaymentsProps {
  readonly group: OrderGroup;
  /** null: the server has not said it yet, or knows no such table. */
  readonly detail: OrderGroupDetail | null;
  readonly draft: GroupDraft;
  readonly store: Store;
  readonly told: boolean;
  readonly parts: Pick<GroupParts, 'Payments' | 'PaymentWays'>;
  readonly onPaying: (groupId: number) => void;
  /** Finishes the table again, which charges what was refused. */
  readonly onRetry: () => Promise<void>;
}

/** A table's payments: rows to edit while it is open, what became of each afterwards, and what follows (G-33, D-45). */
export function GroupPayments({ group, detail, draft, store, told, parts, onPaying, onRetry }: GroupPaymentsProps) {
  const section = useRef<HTMLElement>(null);
  const isOpen = openRefusal(group.status) === null;
  const stored = detail?.payments ?? [];
  const { id } = group;
  const refused = isOpen && !draft.hasNewCharge ? stored.find(isRefusedCharge) : undefined;
  return (
    <section ref={section} aria-label={texts.payments} className={styles['block']}>
      <h3 className={styles['title']}>{texts.payments}</h3>
      {isOpen ? (
        <parts.Payments
          notes={notesOf(stored, group, draft)}
          rows={draft.rows}
          store={store}
          told={told}
          total={draft.due}
          onChange={draft.put}
        />
      ) : (
        <ul className={styles['lines']}>
          {stored.map((payment, index) => (
            <li key={payment.id ?? index} className={styles['line']}>
              <span>
                {paymentMethodLabel(payment.method, store.payment_methods)}
                <span className={styles['note']}>{noteOf(payment, group)}</span>
              </span>
              <span>{formatMoney(payment.amount, store.currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {id === null ? null : (
        <parts.PaymentWays
          payable={{ type: 'orderGroup', id }}
          store={store}
          subject={group.code.description}
          again={
            refused
              ? {
                  retry: async () => {
                    await onRetry();
                    return null;
                  },
                  other: () =>
                    section.current?.querySelector<HTMLElement>(`[data-row="${refused.id}"] select`)?.focus(),
                }
              : null
          }
          onPaying={group.status === 'PAYING' ? () => onPaying(id) : null}
        />
      )}
    </section>
  );
}

const isRefusedCharge = ({ status, method }: PaymentRow): boolean => status === 'REJECTED' && startsPayment(method);

/** 'A cobrar', 'Cobrado', 'Aprobado' …; null: nothing to say of it. */
function noteOf(payment: PaymentRow, { status }: OrderGroup): string | null {
  const state = paymentState(payment, status);
  return state === null ? null : paymentStateLabels[state];
}

/** Of the rows that the person has not changed. */
function notesOf(stored: readonly PaymentRow[], group: OrderGroup, { rows }: GroupDraft): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const payment of stored) {
    const row = rows.find((r) => r.key === payment.id);
    const note = noteOf(payment, group);
    if (row && note !== null && row.method === payment.method && row.amount === payment.amount)
      notes.set(row.key, note);
  }
  return notes;
}
