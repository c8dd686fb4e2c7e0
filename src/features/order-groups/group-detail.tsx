import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loading } from '#data/device/loading.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { groupDetailQuery } from '#data/groups/group-detail.ts';
import type { GroupRef } from '#data/groups/groups.ts';
import { useGroup } from '#data/groups/groups.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { canInvoiceGroup, hasInvoice } from '#domain/can-invoice.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { openRefusal } from '#domain/order-group.ts';
import { can } from '#domain/permissions.ts';
import type { Code, Store } from '#domain/store.ts';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useMedia } from '#ui/use-media.ts';
import { ChangeTableDialog } from './change-table-dialog.tsx';
import type { GroupDialog } from './group-answers.tsx';
import { GroupAnswers, groupOptions } from './group-answers.tsx';
import { GroupAmounts, GroupFacts, GroupOrders } from './group-content.tsx';
import type { GroupParts } from './group-payments.tsx';
import { GroupPayments } from './group-payments.tsx';
import { LastMove, MergeDialog, MoveItemsDialog } from './move-dialogs.tsx';
import styles from './order-groups.module.css';
import { SplitBillDialog } from './split-bill-dialog.tsx';
import { groupDetailTexts as texts } from './texts.ts';
import { TipDialog } from './tip-dialog.tsx';
import { useGroupDraft } from './use-group-draft.ts';
import { useGroupSave } from './use-group-save.ts';

interface GroupDetailProps {
  readonly table: GroupRef;
  readonly store: Store;
  readonly codes: readonly Code[];
  readonly parts: GroupParts;
  readonly onClose: () => void;
  /** 'Agregar pedido' (G-40). */
  readonly onAdd: (code: OrderGroup['code']) => void;
  /** The save has started a payment in progress (Y-56). */
  readonly onPaying: (groupId: number) => void;
  /** 'Facturar', and after the table is finished (G-37). */
  readonly onInvoice: (groupId: number) => void;
}

/** 'Detalle de' a table: its orders, amounts and payments, and what ends it (G-30 to G-41). */
export function GroupDetail({ table, ...props }: GroupDetailProps) {
  const known = useGroup(table);
  if (known) return <ShownDetail {...props} group={known} savable />;
  if ('id' in table) return <EndedDetail {...props} id={table.id} />;
  return (
    <Overlay open size="sm" title={texts.gone} onClose={props.onClose}>
      <Notice tone="warning">{texts.gone}</Notice>
    </Overlay>
  );
}

/** A table that the device does not know any more: the server's, to be seen, printed and invoiced. */
function EndedDetail({ id, ...props }: Omit<GroupDetailProps, 'table'> & { readonly id: number }) {
  const query = useQuery({ ...groupDetailQuery(props.store, id), refetchOnMount: 'always' });
  const online = useNetwork((n) => n.online);
  if (query.data) return <ShownDetail {...props} group={query.data} savable={false} />;
  return (
    <Overlay open size="sm" title={texts.table} onClose={props.onClose}>
      <Loaded
        {...loading(query)}
        offline={online ? null : <OfflineNotice>{texts.offlineDetail}</OfflineNotice>}
        skeleton={<OrdersSkeleton label={texts.table} />}
      >
        {() => null}
      </Loaded>
    </Overlay>
  );
}

const OrdersSkeleton = ({ label }: { readonly label: string }) => (
  <SkeletonGroup label={label}>
    <Skeleton height={72} />
    <Skeleton height={72} />
  </SkeletonGroup>
);

function ShownDetail({
  group,
  savable,
  store,
  codes,
  parts,
  onClose,
  onAdd,
  onPaying,
  onInvoice,
}: Omit<GroupDetailProps, 'table'> & {
  readonly group: OrderGroup;
  /** Only what the device knows can be saved from it. */
  readonly savable: boolean;
}) {
  const [dialog, setDialog] = useState<GroupDialog | null>(null);
  const now = useNow(kanbanTimerMs);
  const wide = useMedia('(width >= 1600px)');
  const phone = useMedia('(width < 768px)');
  const online = useNetwork((n) => n.online);
  const query = useQuery({ ...groupDetailQuery(store, group.id ?? 0), enabled: group.id !== null });
  const manages = can('group.manage', store);
  const draft = useGroupDraft(store, group, query.data ?? null);
  const close = (): void => setDialog(null);
  const { told, error, sending, save, remove, printBill, card } = useGroupSave({
    store,
    group,
    // Rejected orders count in no amount.
    hasOrders: group.subtotal > 0 || (query.data?.orders.length ?? 0) > 0,
    draft,
    onClose,
    onPaying,
    onInvoice,
  });
  const place = group.code.description;
  const isOpen = openRefusal(group.status) === null;
  return (
    <Overlay
      actions={
        <Menu
          items={groupOptions({
            group,
            online,
            dirty: draft.dirty,
            known: query.data !== undefined,
            manages,
            onOpen: setDialog,
            invoice:
              group.id !== null && (canInvoiceGroup(group, store) || hasInvoice(group, store))
                ? {
                    label: hasInvoice(group, store) ? texts.seeInvoice : texts.invoice,
                    onSelect: () => onInvoice(group.id ?? 0),
                  }
                : null,
            onPrintInvoice: group.id !== null && hasInvoice(group, store) ? () => void printBill(group.id ?? 0) : null,
            onPrint: () => {
              if (query.data) askForPaper({ paper: 'group', group: { ...query.data, ...draft.amounts } });
            },
          })}
          label={texts.options}
        />
      }
      dirty={draft.dirty}
      footer={
        savable ? (
          <GroupAnswers
            group={group}
            sending={sending}
            onAdd={isOpen ? () => onAdd(group.code) : null}
            onReject={() => setDialog('reject')}
            onSave={(to) => void save(to)}
          />
        ) : undefined
      }
      open
      placement={phone || wide ? 'side' : 'auto'}
      size="lg"
      title={texts.title(place)}
      onClose={onClose}
    >
      <div className={styles['content']}>
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        {draft.replaced && error === null ? <Notice tone="warning">{texts.changed}</Notice> : null}
        {manages ? null : <Notice>{texts.needsPin}</Notice>}
        {group.id === null ? <OfflineNotice>{texts.unsentYet}</OfflineNotice> : null}
        {isOpen && query.data?.last_move ? (
          <LastMove id={query.data.id} move={query.data.last_move} store={store} />
        ) : null}
        <div className={styles['halves']}>
          <section aria-label={texts.orders} className={styles['block']}>
            {group.id === null ? (
              <p className={styles['quiet']}>{texts.noProducts}</p>
            ) : (
              <Loaded
                {...loading(query)}
                offline={online ? null : <OfflineNotice>{texts.offlineDetail}</OfflineNotice>}
                skeleton={<OrdersSkeleton label={texts.orders} />}
              >
                {(detail) => <GroupOrders group={detail} now={now} parts={parts} store={store} />}
              </Loaded>
            )}
          </section>
          <div className={styles['block']}>
            <GroupFacts group={group} now={now} store={store} />
            <GroupAmounts
              {...draft.amounts}
              due={draft.due}
              tip={draft.tip}
              currency={store.currency}
              people={group.data.people}
            />
            {group.id === null ? null : (
              <parts.Invoice
                billings={group.billings_count}
                payable={{ type: 'orderGroup', id: group.id }}
                store={store}
                version={group.ver}
              />
            )}
            {query.data || group.id === null ? (
              <GroupPayments
                detail={query.data ?? null}
                draft={draft}
                group={group}
                parts={parts}
                store={store}
                told={told}
                onPaying={onPaying}
                onRetry={() => save('COMPLETE')}
              />
            ) : null}
          </div>
        </div>
      </div>
      {dialog === 'discount' ? (
        <parts.Discount
          currency={store.currency}
          discount={draft.discount}
          subtotal={group.subtotal}
          onApply={draft.setDiscount}
          onClose={close}
        />
      ) : null}
      {dialog === 'split' ? (
        <SplitBillDialog
          group={group}
          items={query.data?.items ?? null}
          rows={draft.rows}
          store={store}
          total={draft.due}
          onClose={close}
          onPay={draft.put}
        />
      ) : null}
      {dialog === 'tip' ? (
        <TipDialog
          currency={store.currency}
          tip={draft.tip}
          total={draft.amounts.total}
          onApply={draft.setTip}
          onClose={close}
        />
      ) : null}
      {dialog === 'move' && query.data ? (
        <MoveItemsDialog detail={query.data} group={group} store={store} onClose={close} />
      ) : null}
      {dialog === 'merge' ? <MergeDialog group={group} store={store} onClose={close} /> : null}
      {dialog === 'code' ? <ChangeTableDialog codes={codes} group={group} store={store} onClose={close} /> : null}
      {card ? <parts.Card {...card} /> : null}
      <ConfirmDialog
        cancelLabel={texts.cancel}
        confirmLabel={texts.removeConfirm}
        open={dialog === 'remove'}
        text={texts.removeText}
        title={texts.removeTitle(place)}
        onCancel={close}
        onConfirm={() => {
          close();
          void remove();
        }}
      />
      <ConfirmDialog
        cancelLabel={texts.cancel}
        confirmLabel={texts.rejectConfirm}
        open={dialog === 'reject'}
        text={texts.rejectText}
        title={texts.rejectTitle(place)}
        onCancel={close}
        onConfirm={() => {
          close();
          void save('REJECTED');
        }}
      />
    </Overlay>
  );
}
