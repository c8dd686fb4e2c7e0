import { useEffect, useRef, useState } from 'react';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import { unsentTexts } from '#ui/texts.ts';
import { Button } from '#ui/action/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { DiscardForm } from '#ui/unsent/discard-form.tsx';
import { FlushingDialog } from '#ui/unsent/flushing-dialog.tsx';
import { shellTexts } from './texts.ts';
import type { LogOut } from './use-log-out.ts';
import styles from './user-menu.module.css';

/** The dialogs between «Cerrar sesión» and the login page: sending, unfinished work, an unfinished order. */
export function LogOutDialog({ state, ...on }: LogOut) {
  switch (state.kind) {
    case 'sending':
      return <FlushingDialog left={state.left} text={shellTexts.flushingText} onCancel={on.cancel} />;
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
  work: { unsent, rejected },
  ...on
}: Omit<LogOut, 'state' | 'start'> & { readonly work: Unfinished }) {
  const [discarding, setDiscarding] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (discarding) field.current?.focus();
  }, [discarding]);
  return (
    <Overlay
      open
      role="alertdialog"
      size="sm"
      title={unsent > 0 ? unsentTexts.unsentTitle(unsent) : unsentTexts.reviewTitle(rejected)}
      onClose={on.cancel}
    >
      <div className={styles['answers']}>
        {unsent > 0 && rejected > 0 ? <p>{shellTexts.alsoReview(rejected)}</p> : null}
        <p>{shellTexts.keepText(unsent + rejected)}</p>
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
          <DiscardForm
            field={field}
            hint={shellTexts.discardHint}
            label={shellTexts.discardAndLeave}
            onDiscard={on.discardAndLeave}
          />
        ) : (
          <Button fullWidth variant="ghost" onClick={() => setDiscarding(true)}>
            {shellTexts.discardUnsent}
          </Button>
        )}
      </div>
    </Overlay>
  );
}
