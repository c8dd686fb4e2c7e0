import type { ComponentProps } from 'react';
import { useState } from 'react';
import { readFailureText, refusedText } from '#data/api/failure.ts';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import { printInvoice } from '#data/billing/print-invoice.ts';
import { useNetwork } from '#data/device/device.ts';
import { hasUnsentOrders, removeGroup } from '#data/groups/group-calls.ts';
import { groupAt } from '#data/groups/groups.ts';
import { askToAllow } from '#data/people/people.ts';
import { canInvoiceGroup } from '#domain/can-invoice.ts';
import type { CardToken } from '#domain/card-form.ts';
import { cardAccountOf } from '#domain/offered-payments.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { needsCard } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { nothingToPrintText } from '#texts/invoices.ts';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { toast } from '#ui/toast/toast.ts';
import type { GroupParts } from './group-payments.tsx';
import { groupDetailTexts as texts } from './texts.ts';
import type { GroupDraft } from './use-group-draft.ts';

/** What a save makes of the table; null: it stays open. */
type GroupTarget = 'COMPLETE' | 'REJECTED' | null;

interface GroupSaveOptions {
  readonly store: Store;
  readonly group: OrderGroup;
  /** Whether orders are deleted with the table, rejected ones too. */
  readonly hasOrders: boolean;
  readonly draft: GroupDraft;
  readonly onClose: () => void;
  /** The save has started a payment in progress (Y-56). */
  readonly onPaying: (groupId: number) => void;
  /** Where the store invoices, a finished table goes to its invoice (G-37). */
  readonly onInvoice: (groupId: number) => void;
}

/** Permission to save the table. `grant`: from the PIN of whoever allowed it; null: the person has the right. */
interface Permit {
  readonly grant: string | null;
}

interface GroupSave {
  /** True once the person has tried to save: the payments show their problems. */
  readonly told: boolean;
  readonly error: string | null;
  readonly sending: boolean;
  /** Finishes or rejects the table, or saves its amounts. Asks for a PIN and for a card where they are needed. */
  readonly save: (to: GroupTarget) => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly printBill: (id: number) => Promise<void>;
  /** What the drawer needs that asks for the card; null while none is asked for. */
  readonly card: ComponentProps<GroupParts['Card']> | null;
}

/** What saves, ends, prints and deletes a table from its detail, and what the person hears of it. */
export function useGroupSave({
  store,
  group,
  hasOrders,
  draft,
  onClose,
  onPaying,
  onInvoice,
}: GroupSaveOptions): GroupSave {
  const [told, setTold] = useState(false);
  const { error, tellError, clearError } = useSpokenError();
  /** Set while the drawer asks for a card. `permit` null: a refusal has used it up. */
  const [asking, setAsking] = useState<{ readonly permit: Permit | null } | null>(null);
  const [doubt, setDoubt] = useState(false);
  const { sending, submit } = useSubmit();
  const online = useNetwork((n) => n.online);
  const charging = useOnlineCharging();
  const manages = can('group.manage', store);
  const place = group.code.description;
  const { charge } = draft;
  const account = charging && charge && needsCard(charge.method) ? cardAccountOf(store) : null;

  /** Why the table cannot be saved yet; null: it can. */
  const problemOf = (to: GroupTarget): string | null => {
    if (to !== 'REJECTED' && !draft.isComplete) return texts.check;
    if (charge && to === 'COMPLETE' && !online) return texts.payingOffline;
    if (charge && to === 'COMPLETE' && (group.id === null || hasUnsentOrders(group.code.id))) return texts.unsentOrders;
    if (draft.hasNewCharge && to === null) return texts.payByFinishing;
    // Only the server can check a PIN.
    return manages || (online && group.id !== null) ? null : texts.needsPinOffline;
  };

  /** Asks for a PIN when the person lacks the right. Resolves to null when nobody allows it. */
  const permitted = async (to: GroupTarget): Promise<Permit | null> => {
    if (manages) return { grant: null };
    const asked = { store, ability: 'group.manage', entityId: group.id ?? 0, what: texts.asked(to, place) } as const;
    const grant = await askToAllow(asked);
    return grant === null ? null : { grant };
  };

  /** Resolves to the sentence of a refusal; null: it is saved. */
  const send = async (to: GroupTarget, authorised: string | null, card: CardToken | null): Promise<string | null> => {
    clearError();
    const end = await draft.save(to, authorised, card && { card, onDoubt: () => setDoubt(true) });
    setDoubt(false);
    if (end.kind === 'refused') {
      const words = end.code === 'conflict' ? texts.changed : refusedText(end);
      setAsking((was) => (end.code === 'conflict' ? null : was && { permit: null }));
      tellError(words);
      return words;
    }
    setAsking(null);
    if (end.kind === 'applied' && group.id !== null && groupAt(group.code.id)?.status === 'PAYING') {
      onPaying(group.id);
      return null;
    }
    const done = to === null ? texts.saved : to === 'COMPLETE' ? texts.finished(place) : texts.rejected(place);
    toast.show({ kind: 'success', text: end.kind === 'saved' ? `${done} ${texts.queued}` : done });
    if (to !== null) onClose();
    const finished = { ...group, status: to ?? group.status };
    if (to === 'COMPLETE' && end.kind === 'applied' && group.id !== null && canInvoiceGroup(finished, store))
      onInvoice(group.id);
    return null;
  };

  const save = async (to: GroupTarget): Promise<void> => {
    clearError();
    setTold(true);
    const problem = problemOf(to);
    if (problem !== null) return tellError(problem);
    const permit = await permitted(to);
    if (!permit) return;
    // The card is asked last: it is charged with the save, and kept nowhere.
    if (account && to === 'COMPLETE') setAsking({ permit });
    else await submit(async () => void (await send(to, permit.grant, null)));
  };

  const remove = async (): Promise<void> => {
    try {
      await removeGroup(store, group);
      toast.show({ kind: 'success', text: hasOrders ? texts.ordersRemoved : texts.removed(place) });
      onClose();
    } catch (failure) {
      tellError(readFailureText(failure));
    }
  };

  const printBill = async (id: number): Promise<void> => {
    try {
      if (!(await printInvoice(store, { type: 'orderGroup', id }))) tellError(nothingToPrintText);
    } catch (failure) {
      tellError(readFailureText(failure));
    }
  };

  const card =
    asking && account && charging && charge
      ? {
          amount: charge.amount,
          store,
          account,
          doubt,
          sandbox: charging.sandbox,
          onClose: () => setAsking(null),
          onPay: async (spent: CardToken) => {
            const permit = asking.permit ?? (await permitted('COMPLETE'));
            return permit && send('COMPLETE', permit.grant, spent);
          },
        }
      : null;
  return { told, error, sending, save, remove: () => submit(remove), printBill, card };
}
