import { useEffect, useRef, useState } from 'react';
import type { Unfinished } from '#data/store-databases.ts';
import { unsentTexts } from '#texts/unsent.ts';
import { Button } from '#ui/action/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { shellTexts } from './texts.ts';
import type { LogOut } from './use-log-out.ts';
import styles from './user-menu.module.css';

/** What stands between «Cerrar sesión» and the login page: sending, unfinished work, an order not yet taken. */
export function LogOutDialog({ state, ...on }: LogOut) {
  switch (state.kind) {
    case 'sending':
      return (
        <Overlay open hideClose size="sm" title={unsentTexts.flushing(state.left)} onClose={on.cancel}>
          <p className={styles['progress']} role="status">
            <Spinner size={22} />
            {shellTexts.flushingText}
          </p>
          <Button fullWidth variant="secondary" onClick={on.cancel}>
            {shellTexts.cancel}
          </Button>
        </Overlay>
      );
    case 'unfinished':
      return <UnfinishedDialog work={state.work} {...on} />;
    case 'no':
    case 'cart':
    case 'leaving':
      return (
        <ConfirmDialog
          confirmLabel={shellTexts.discardAndLeave}
          loading={state.kind === 'leaving'}
          open={state.kind === 'cart'}
          text={shellTexts.cartText}
          title={shellTexts.cartTitle}
          onCancel={on.cancel}
          onConfirm={on.leave}
        />
      );
  }
}

function UnfinishedDialog({
  work: { unsent, review },
  ...on
}: Omit<LogOut, 'state' | 'start'> & { readonly work: Unfinished }) {
  const [discarding, setDiscarding] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (discarding) field.current?.focus();
  }, [discarding]);
  const confirmed = typed.trim().toUpperCase() === unsentTexts.discardWord;
  return (
    <Overlay
      open
      role="alertdialog"
      size="sm"
      title={unsent > 0 ? unsentTexts.unsentTitle(unsent) : unsentTexts.reviewTitle(review)}
      onClose={on.cancel}
    >
      <div className={styles['answers']}>
        {unsent > 0 && review > 0 ? <p>{shellTexts.alsoReview(review)}</p> : null}
        <p>{shellTexts.keepText}</p>
        {on.hasCart ? <p>{shellTexts.cartToo}</p> : null}
        {unsent > 0 ? (
          <Button data-autofocus="" fullWidth onClick={on.sendNow}>
            {unsentTexts.sendNow}
          </Button>
        ) : null}
        <Button fullWidth variant={unsent > 0 ? 'secondary' : 'primary'} onClick={on.leave}>
          {shellTexts.keepAndLeave}
        </Button>
        {discarding ? (
          <form
            className={styles['answers']}
            onSubmit={(event) => {
              event.preventDefault();
              if (confirmed) on.discardAndLeave();
            }}
          >
            <TextField
              autoCapitalize="characters"
              autoComplete="off"
              ref={field}
              hint={shellTexts.discardHint}
              label={unsentTexts.discardLabel}
              value={typed}
              onChange={setTyped}
            />
            <Button fullWidth disabled={!confirmed} type="submit" variant="danger">
              {shellTexts.discardAndLeave}
            </Button>
          </form>
        ) : (
          <Button fullWidth variant="ghost" onClick={() => setDiscarding(true)}>
            {shellTexts.discardUnsent}
          </Button>
        )}
      </div>
    </Overlay>
  );
}
