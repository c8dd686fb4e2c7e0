import { useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import { changeGroupCode } from '#data/groups/group-calls.ts';
import { useGroups } from '#data/groups/groups.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import type { Code, Store } from '#domain/store.ts';
import { askingAgain, changeSentences } from '#texts/lost-answer.ts';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconTable } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './order-groups.module.css';
import { TableChangeBox } from './table-change-box.tsx';
import { changeTableTexts as texts } from './texts.ts';

interface ChangeTableDialogProps {
  readonly group: OrderGroup;
  readonly store: Store;
  readonly codes: readonly Code[];
  readonly onClose: () => void;
}

const wordsOf = (error: unknown): string => changeSentences(readFailure(error)).join(' ');

/** 'Cambiar Mesa 4': the free tables; occupied ones say so. Online only; «Deshacer» moves it back (G-41, E5). */
export function ChangeTableDialog({ group, store, codes, onClose }: ChangeTableDialogProps) {
  const groups = useGroups();
  const [chosen, setChosen] = useState<number | null>(null);
  const { error, tellError, clearError } = useSpokenError();
  const { sending, submit } = useSubmit();
  const tables = codes.filter((c) => c.group && c.id !== group.code.id);
  const target = tables.find((c) => c.id === chosen && !groups.has(c.id)) ?? null;

  const [place, setPlace] = useState(group.code.id);
  if (place !== group.code.id) {
    // It has moved since then, which the title says.
    setPlace(group.code.id);
    clearError();
  }

  const move = async (to: Code): Promise<void> => {
    const { id, code: from } = group;
    if (id === null) return;
    clearError();
    try {
      await changeGroupCode(store, id, to.id, () => tellError(askingAgain));
      toast.undo({
        text: texts.moved(from.description, to.description),
        onUndo: () =>
          void changeGroupCode(store, id, from.id, () => {}).catch((failure: unknown) =>
            toast.show({ kind: 'error', text: wordsOf(failure) }),
          ),
      });
      onClose();
    } catch (failure) {
      tellError(wordsOf(failure));
    }
  };

  return (
    <TableChangeBox
      confirm={target ? texts.confirm(target.description) : texts.confirmNone}
      error={error}
      missing={target ? null : texts.choose}
      offline={texts.offline}
      sending={sending}
      title={texts.title(group.code.description)}
      onClose={onClose}
      onConfirm={() => {
        if (target) void submit(() => move(target));
      }}
    >
      {tables.length === 0 ? <EmptyState icon={<IconTable size={32} />} title={texts.none} /> : null}
      <ul aria-label={texts.tables} className={styles['tables']}>
        {tables.map((table) => {
          const busy = groups.has(table.id);
          return (
            <li key={table.id}>
              <button
                aria-pressed={table.id === target?.id}
                className={styles['table']}
                disabled={busy}
                type="button"
                onClick={() => setChosen(table.id)}
              >
                <b>{table.description}</b>
                {busy ? <span>{texts.busy}</span> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </TableChangeBox>
  );
}
