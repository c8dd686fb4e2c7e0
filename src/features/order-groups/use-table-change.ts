import { readFailure } from '#data/api/failure.ts';
import { undoGroupMove } from '#data/groups/group-calls.ts';
import { refetchGroup } from '#data/groups/group-detail.ts';
import type { GroupMove } from '#domain/group-moves.ts';
import type { Store } from '#domain/store.ts';
import { askingAgain, changeSentences } from '#texts/lost-answer.ts';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { toast } from '#ui/toast/toast.ts';
import { groupDetailTexts, tableMoveTexts as texts } from './texts.ts';

/** The words of a refusal: a conflict means that another device was faster. */
function wordsOf(error: unknown): string {
  const failure = readFailure(error);
  return failure.code === 'conflict' ? groupDetailTexts.changed : changeSentences(failure).join(' ');
}

interface TableChange {
  readonly error: string | null;
  readonly sending: boolean;
  /** Moves something to another table and closes the dialog, with «Deshacer»; a refusal stays in it. */
  readonly run: (id: number, change: (onDoubt: () => void) => Promise<GroupMove | null>) => void;
}

export function useTableChange(store: Store, onClose: () => void): TableChange {
  const { error, tellError, clearError } = useSpokenError();
  const { sending, submit } = useSubmit();
  const change = async (id: number, move: (onDoubt: () => void) => Promise<GroupMove | null>): Promise<void> => {
    clearError();
    try {
      const made = await move(() => tellError(askingAgain));
      if (made)
        toast.undo({
          text: texts.done[made.kind](made.from, made.to),
          onUndo: () => void undoLastMove(store, id, made),
        });
      onClose();
    } catch (failure) {
      refetchGroup(store.id, id);
      tellError(wordsOf(failure));
    }
  };
  return { error, sending, run: (id, move) => void submit(() => change(id, move)) };
}

/** Undoes the last move of a table, and says so. */
export async function undoLastMove(store: Store, id: number, move: GroupMove): Promise<void> {
  try {
    await undoGroupMove(store, id, move);
    toast.show({ kind: 'success', text: texts.undone });
  } catch (failure) {
    refetchGroup(store.id, id);
    toast.show({ kind: 'error', text: wordsOf(failure) });
  }
}
