import { useState } from 'react';
import type { CardCharge } from '#data/orders/order-edits.ts';
import { sentPayments } from '#data/orders/order-edits.ts';
import type { GroupEnd } from '#data/groups/groups.ts';
import { tellCashTaken } from '#data/cashbox/cash-taken.ts';
import { chargeGroup } from '#data/groups/group-calls.ts';
import { saveGroup } from '#data/groups/groups.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { bringsCash } from '#domain/cash-taken.ts';
import { toCharge } from '#domain/bill.ts';
import type { Money } from '#domain/money.ts';
import { zero } from '#domain/money.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { groupAmounts } from '#domain/order-group.ts';
import type { OrderAmounts } from '#domain/order-money.ts';
import { startedAmong, startsPayment } from '#domain/paying.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentProblem, paymentRows, resolvedPayments } from '#domain/payments.ts';
import { generalDiscount } from '#domain/pricing.ts';
import type { GeneralDiscount } from '#domain/promocode.ts';
import type { Store } from '#domain/store.ts';

export interface GroupDraft {
  readonly amounts: OrderAmounts;
  readonly discount: GeneralDiscount | null;
  readonly tip: Money;
  /** Total and tip. */
  readonly due: Money;
  readonly rows: readonly CartPayment[];
  readonly dirty: boolean;
  /** A change by another device has replaced what the person had changed and not saved. */
  readonly replaced: boolean;
  /** The payment that a provider has still to charge: 'Finalizar' starts that, with a network; null: none. */
  readonly charge: CartPayment<Money> | null;
  /** Such a payment is new, so 'Guardar' alone would leave it unpaid. */
  readonly hasNewCharge: boolean;
  /** Whether every payment can be sent. */
  readonly isComplete: boolean;
  readonly setDiscount: (discount: GeneralDiscount | null) => void;
  readonly setTip: (tip: Money) => void;
  readonly put: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  /** `authorised`: the grant of the person who allowed the save by PIN. `paidBy`: the card that pays `charge`. */
  readonly save: (
    to: 'COMPLETE' | 'REJECTED' | null,
    authorised: string | null,
    paidBy: CardCharge | null,
  ) => Promise<GroupEnd>;
}

interface Edits {
  /** The revision that they were made on. */
  readonly rev: number;
  /** undefined: the group's own. */
  readonly discount?: GeneralDiscount | null;
  readonly tip?: Money;
  readonly rows?: readonly CartPayment[];
  /** They are the table's own now, or wait to become that. */
  readonly saved?: boolean;
}

const isEdited = ({ discount, tip, rows }: Edits): boolean =>
  rows !== undefined || discount !== undefined || tip !== undefined;

/**
 * Payments, discount and tip of a table while a person changes them. A change by another device replaces them: the server
 * would refuse what was built on the old ones. Orders that come meanwhile change the amounts alone.
 */
export function useGroupDraft(store: Store, group: OrderGroup, detail: OrderGroupDetail | null): GroupDraft {
  const [edits, setEdits] = useState<Edits>({ rev: group.rev });
  const own = edits.rev === group.rev ? edits : { rev: group.rev };
  const edit = (more: Partial<Edits>): void => setEdits({ ...own, ...more, saved: false });
  const before = detail?.payments ?? [];
  const stored = group.discount > 0 ? ({ type: 'AMOUNT', value: group.discount } as const) : null;
  const discount = own.discount === undefined ? stored : own.discount;
  const rows = own.rows ?? paymentRows(before);
  const amounts = groupAmounts(group.subtotal, generalDiscount(discount, group.subtotal));
  const tip = own.tip ?? detail?.tip ?? zero;
  const due = toCharge(amounts.total, tip);
  const resolved = resolvedPayments(rows, due);
  const charged = new Set(before.filter((p) => p.status === 'APPROVED').map((p) => p.id));
  const charge = resolved.find(({ method, key }) => startsPayment(method) && !charged.has(key)) ?? null;
  const dirty = isEdited(own);
  return {
    amounts,
    discount,
    tip,
    due,
    rows,
    dirty,
    replaced: own !== edits && isEdited(edits) && edits.saved !== true,
    charge,
    hasNewCharge: startedAmong(resolved, before) !== undefined,
    isComplete: resolved.every((p, index) => {
      const row = rows[index];
      return row !== undefined && paymentProblem(row, p.amount) === null;
    }),
    setDiscount: (given) => edit({ discount: given }),
    setTip: (given) => edit({ tip: given }),
    put: (change) => edit({ rows: change(rows) }),
    save: async (to, authorised, paidBy) => {
      const amount = (field: keyof OrderAmounts): number => writeMoney(amounts[field], store.currency);
      const money = {
        ...((own.rows || (charge && to === 'COMPLETE')) && {
          payments: sentPayments(resolved, before, store.currency, charge && paidBy && { row: charge, ...paidBy }),
        }),
        ...(own.tip !== undefined && { tip: writeMoney(own.tip, store.currency) }),
        ...(to !== 'REJECTED' && dirty && { discount: amount('discount') }),
        // What the person saw: the server refuses the end of a table to which an order has come meanwhile.
        ...(group.id !== null && to !== 'REJECTED' && group.status === 'OPENED'
          ? { subtotal: amount('subtotal'), total: amount('total') }
          : {}),
      };
      const { id } = group;
      const end =
        charge && to === 'COMPLETE' && id !== null
          ? await chargeGroup(store, { ...group, id }, { money, authorised, onDoubt: paidBy?.onDoubt })
          : await saveGroup(store, group, { to, money, authorised });
      if (end.kind !== 'refused') setEdits((was) => ({ ...was, saved: true }));
      if (end.kind === 'applied' && money.payments && bringsCash(resolved, before)) tellCashTaken();
      return end;
    },
  };
}
