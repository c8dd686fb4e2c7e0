import { useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import type { StoredOrderGroup } from '#data/groups/groups.ts';
import { mergeGroups, moveGroupItems } from '#data/groups/group-calls.ts';
import { useGroups } from '#data/groups/groups.ts';
import { billLines } from '#domain/bill.ts';
import type { GroupMove } from '#domain/group-moves.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderGroup, OrderGroupDetail } from '#domain/order-group.ts';
import { openRefusal } from '#domain/order-group.ts';
import type { Store } from '#domain/store.ts';
import { seatTexts } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconTable, IconUndo } from '#ui/icons.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import styles from './order-groups.module.css';
import { tableMoveTexts as texts } from './texts.ts';
import { TableChangeBox } from './table-change-box.tsx';
import { undoLastMove, useTableChange } from './use-table-change.ts';

const isStored = (group: OrderGroup): group is StoredOrderGroup => group.id !== null;

/** The other tables that take orders and that the server knows. */
function useOpenTables(group: OrderGroup): readonly StoredOrderGroup[] {
  return [...useGroups().values()]
    .filter(isStored)
    .filter((g) => g.uid !== group.uid && openRefusal(g.status) === null)
    .toSorted((a, b) => a.code.description.localeCompare(b.code.description, 'es', { numeric: true }));
}

interface TablesToChooseProps {
  readonly tables: readonly StoredOrderGroup[];
  readonly chosen: string | null;
  readonly currency: Currency;
  readonly onChoose: (uid: string) => void;
}

function TablesToChoose({ tables, chosen, currency, onChoose }: TablesToChooseProps) {
  if (tables.length === 0) return <EmptyState icon={<IconTable size={32} />} title={texts.noTables} />;
  return (
    <ul aria-label={texts.tables} className={styles['tables']}>
      {tables.map(({ uid, code, data, total }) => (
        <li key={uid}>
          <button aria-pressed={uid === chosen} className={styles['table']} type="button" onClick={() => onChoose(uid)}>
            <b>{code.description}</b>
            <span>{texts.people(data.people)}</span>
            <span>{formatMoney(total, currency)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface MoveDialogProps {
  readonly group: OrderGroup;
  readonly detail: OrderGroupDetail;
  readonly store: Store;
  readonly onClose: () => void;
}

/** 'Mover ítems': units of lines, and the open table to which they go. Needs the server; it can be undone. */
export function MoveItemsDialog({ group, detail, store, onClose }: MoveDialogProps) {
  const [units, setUnits] = useState<ReadonlyMap<number, number>>(new Map());
  const [chosen, setChosen] = useState<string | null>(null);
  const tables = useOpenTables(group);
  const { error, sending, run } = useTableChange(store, onClose);
  const lines = billLines(detail.items);
  const target = tables.find((t) => t.uid === chosen) ?? null;
  const items = lines.flatMap(({ row, quantity }) => {
    const wanted = Math.min(units.get(row) ?? 0, quantity);
    return wanted > 0 ? [{ item_id: row, quantity: wanted }] : [];
  });
  const count = items.reduce((sum, i) => sum + i.quantity, 0);
  return (
    <TableChangeBox
      confirm={target && count > 0 ? texts.confirm(count, target.code.description) : texts.confirmNone}
      error={error}
      missing={count === 0 ? texts.chooseUnits : target ? null : texts.chooseTable}
      offline={texts.offline}
      sending={sending}
      title={texts.title(group.code.description)}
      onClose={onClose}
      onConfirm={() => {
        if (target && isStored(group)) run(group.id, (onDoubt) => moveGroupItems(store, group, target, items, onDoubt));
      }}
    >
      {lines.length === 0 ? <p className={styles['quiet']}>{texts.noProducts}</p> : null}
      <ul aria-label={texts.products} className={styles['lines']}>
        {lines.map(({ row, name, quantity, price, seat }) => (
          <li key={row} className={styles['moved']}>
            <span>
              <b>{texts.units(quantity)}</b>
              {[name, formatMoney(price, store.currency), ...(seat === null ? [] : [seatTexts.seat(seat)])].join(' · ')}
            </span>
            <NumberStepper
              hideLabel
              label={texts.toMove(name)}
              max={quantity}
              size="sm"
              value={Math.min(units.get(row) ?? 0, quantity)}
              onChange={(wanted) => setUnits(new Map([...units, [row, wanted]]))}
            />
          </li>
        ))}
      </ul>
      <TablesToChoose chosen={chosen} currency={store.currency} tables={tables} onChoose={setChosen} />
    </TableChangeBox>
  );
}

/** 'Juntar mesas': the orders and payments of another open table come to this one. Needs the server; it can be undone. */
export function MergeDialog({ group, store, onClose }: Omit<MoveDialogProps, 'detail'>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const tables = useOpenTables(group);
  const { error, sending, run } = useTableChange(store, onClose);
  const target = tables.find((t) => t.uid === chosen) ?? null;
  return (
    <TableChangeBox
      confirm={target ? texts.confirmMerge(target.code.description) : texts.confirmMergeNone}
      error={error}
      missing={target ? null : texts.chooseTable}
      offline={texts.offline}
      sending={sending}
      title={texts.mergeTitle(group.code.description)}
      onClose={onClose}
      onConfirm={() => {
        if (target && isStored(group)) run(group.id, (onDoubt) => mergeGroups(store, group, target, onDoubt));
      }}
    >
      <p>{texts.mergeText(group.code.description)}</p>
      <TablesToChoose chosen={chosen} currency={store.currency} tables={tables} onChoose={setChosen} />
    </TableChangeBox>
  );
}

interface LastMoveProps {
  readonly id: number;
  readonly move: GroupMove;
  readonly store: Store;
}

/** What was moved last, with «Deshacer», as long as nobody has changed either table. */
export function LastMove({ id, move, store }: LastMoveProps) {
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit();
  return (
    <div className={styles['lastMove']}>
      <span>{texts.done[move.kind](move.from, move.to)}</span>
      <Button
        disabledReason={online ? undefined : texts.offline}
        icon={<IconUndo size={20} />}
        loading={sending}
        size="sm"
        variant="secondary"
        onClick={() => void submit(() => undoLastMove(store, id, move))}
      >
        {texts.undo}
      </Button>
    </div>
  );
}
