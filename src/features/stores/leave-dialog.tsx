import { useState } from 'react';
import { cartOf } from '#data/cart-store.ts';
import type { Unfinished } from '#data/store-databases.ts';
import { unsentTexts } from '#texts/unsent.ts';
import { Button } from '#ui/action/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './stores-page.module.css';
import { storesTexts } from './texts.ts';
import type { Leave } from './use-leave.ts';

/** What stands between 'Dejar tienda' and having left: sending, unfinished work, the confirmation (S-12, A8). */
export function LeaveDialog({ state, ...on }: Leave) {
  switch (state.kind) {
    case 'no':
      return null;
    case 'sending':
      return (
        <Overlay open hideClose size="sm" title={unsentTexts.flushing(state.left)} onClose={on.cancel}>
          <p className={styles['progress']} role="status">
            <Spinner size={22} />
            {storesTexts.flushingText}
          </p>
          <Button fullWidth variant="secondary" onClick={on.cancel}>
            {storesTexts.cancel}
          </Button>
        </Overlay>
      );
    case 'unfinished':
      return <UnfinishedDialog storeName={state.store.name} work={state.work} {...on} />;
    case 'confirm':
    case 'leaving': {
      const { id, name } = state.store;
      return (
        <ConfirmDialog
          confirmLabel={storesTexts.leaveConfirm}
          loading={state.kind === 'leaving'}
          open
          text={
            <>
              <p>{storesTexts.leaveText(name)}</p>
              {cartOf(id) ? <p>{storesTexts.leaveCart}</p> : null}
            </>
          }
          title={storesTexts.leaveTitle(name)}
          onCancel={on.cancel}
          onConfirm={on.confirm}
        />
      );
    }
  }
}

interface UnfinishedDialogProps extends Omit<Leave, 'state' | 'start'> {
  readonly storeName: string;
  readonly work: Unfinished;
}

function UnfinishedDialog({ storeName, work: { unsent, review }, ...on }: UnfinishedDialogProps) {
  const [typed, setTyped] = useState('');
  const confirmed = typed.trim().toUpperCase() === unsentTexts.discardWord;
  return (
    <Overlay
      open
      role="alertdialog"
      size="sm"
      title={unsent > 0 ? unsentTexts.unsentTitle(unsent) : unsentTexts.reviewTitle(review)}
      onClose={on.cancel}
    >
      <div className={styles['column']}>
        <p>{storesTexts.unsentText(storeName)}</p>
        {unsent > 0 ? (
          <Button data-autofocus="" fullWidth onClick={on.sendNow}>
            {unsentTexts.sendNow}
          </Button>
        ) : null}
        <Button {...(unsent > 0 ? {} : { 'data-autofocus': '' })} fullWidth variant="secondary" onClick={on.cancel}>
          {storesTexts.cancel}
        </Button>
        <form
          className={styles['column']}
          onSubmit={(event) => {
            event.preventDefault();
            if (confirmed) on.confirm();
          }}
        >
          <TextField
            autoCapitalize="characters"
            autoComplete="off"
            label={unsentTexts.discardLabel}
            value={typed}
            onChange={setTyped}
          />
          <Button fullWidth disabled={!confirmed} type="submit" variant="danger">
            {storesTexts.discardAndLeave}
          </Button>
        </form>
      </div>
    </Overlay>
  );
}
