import { groupTargets, openRefusal } from '#domain/order-group.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { printInvoiceLabel } from '#texts/invoices.ts';
import { Button } from '#ui/action/button.tsx';
import { SplitButton } from '#ui/action/split-button.tsx';
import {
  IconArrowRight,
  IconCoins,
  IconDiscount,
  IconLink,
  IconPlus,
  IconPrinter,
  IconReceipt,
  IconTable,
  IconTrash,
  IconUsers,
} from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import styles from './order-groups.module.css';
import { groupDetailTexts as texts } from './texts.ts';

/** What the detail of a table opens above itself. */
export type GroupDialog = 'split' | 'move' | 'merge' | 'tip' | 'discount' | 'code' | 'remove' | 'reject';

interface OptionsInput {
  readonly group: OrderGroup;
  readonly online: boolean;
  /** The table has changes that are not saved; another table's would replace them. */
  readonly dirty: boolean;
  /** The server has said what is on the table. */
  readonly known: boolean;
  /** False: each save needs somebody's PIN, and only split, discount, tip and the summary are offered. */
  readonly manages: boolean;
  readonly onOpen: (dialog: GroupDialog) => void;
  readonly onPrint: () => void;
  /** 'Facturar' or «Ver factura»; null: neither (G-35, G-37). */
  readonly invoice: { readonly label: string; readonly onSelect: () => void } | null;
  /** null: it has no invoice (G-35). */
  readonly onPrintInvoice: (() => void) | null;
}

/**
 * Split, move, join, change code, discount, delete: while the table is open; all but split and discount need the server
 * (G-36, G-38, N-12). The summary is printed as the table is saved.
 */
export function groupOptions({
  group,
  online,
  dirty,
  known,
  manages,
  onOpen,
  onPrint,
  invoice,
  onPrintInvoice,
}: OptionsInput): MenuItem[] {
  const print: readonly MenuItem[] = known
    ? [
        {
          id: 'print',
          label: texts.print,
          icon: <IconPrinter size={22} />,
          ...(dirty && { disabled: true, reason: texts.dirty }),
          onSelect: onPrint,
        },
      ]
    : [];
  if (openRefusal(group.status) !== null)
    return [
      ...print,
      ...(invoice === null ? [] : [{ id: 'invoice', icon: <IconReceipt size={22} />, ...invoice }]),
      ...(onPrintInvoice === null
        ? []
        : [
            {
              id: 'print-invoice',
              label: printInvoiceLabel,
              icon: <IconPrinter size={22} />,
              ...(!online && { disabled: true, reason: texts.offline }),
              onSelect: onPrintInvoice,
            },
          ]),
      { id: 'ended', label: texts.ended, disabled: true, onSelect: () => {} },
    ];
  const away = !online || group.id === null;
  const needsServer = away ? { disabled: true, reason: texts.offline } : {};
  const moves = !away && dirty ? { disabled: true, reason: texts.dirty } : needsServer;
  const all: MenuItem[] = [
    {
      id: 'split',
      label: texts.split,
      icon: <IconUsers size={22} />,
      onSelect: () => onOpen('split'),
    },
    ...(known
      ? [
          {
            id: 'move',
            label: texts.move,
            icon: <IconArrowRight size={22} />,
            ...moves,
            onSelect: () => onOpen('move'),
          },
        ]
      : []),
    {
      id: 'merge',
      label: texts.merge,
      icon: <IconLink size={22} />,
      ...moves,
      onSelect: () => onOpen('merge'),
    },
    {
      id: 'code',
      label: texts.changeCode,
      icon: <IconTable size={22} />,
      ...needsServer,
      onSelect: () => onOpen('code'),
    },
    {
      id: 'discount',
      label: texts.applyDiscount,
      icon: <IconDiscount size={22} />,
      onSelect: () => onOpen('discount'),
    },
    ...(known || group.id === null
      ? [{ id: 'tip', label: texts.tip, icon: <IconCoins size={22} />, onSelect: () => onOpen('tip') }]
      : []),
    ...print,
    {
      id: 'remove',
      label: texts.remove,
      icon: <IconTrash size={22} />,
      danger: true,
      ...needsServer,
      onSelect: () => onOpen('remove'),
    },
  ];
  return manages ? all : all.filter(({ id }) => ['split', 'discount', 'tip', 'print'].includes(id));
}

interface GroupAnswersProps {
  readonly group: OrderGroup;
  readonly sending: boolean;
  /** null: the table takes no orders. */
  readonly onAdd: (() => void) | null;
  readonly onSave: (to: 'COMPLETE' | null) => void;
  readonly onReject: () => void;
}

/** 'Agregar pedido', and 'Guardar' with 'Finalizar' (unless COMPLETE) and 'Rechazar' (G-39, G-40). */
export function GroupAnswers({ group, sending, onAdd, onSave, onReject }: GroupAnswersProps) {
  const targets = groupTargets[group.status];
  const items = [
    ...(targets.includes('COMPLETE')
      ? [{ id: 'finish', label: texts.finish, onSelect: () => onSave('COMPLETE') }]
      : []),
    ...(targets.includes('REJECTED') ? [{ id: 'reject', label: texts.reject, danger: true, onSelect: onReject }] : []),
  ];
  return (
    <div className={styles['answers']}>
      {onAdd ? (
        <Button icon={<IconPlus size={22} />} variant="secondary" onClick={onAdd}>
          {texts.add}
        </Button>
      ) : null}
      <SplitButton items={items} loading={sending} menuLabel={texts.saveMenu} onClick={() => onSave(null)}>
        {texts.save}
      </SplitButton>
    </div>
  );
}
