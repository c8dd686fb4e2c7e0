import { cartOf } from '#data/cart/cart-store.ts';
import type { Unfinished } from '#data/outbox/store-databases.ts';
import { unsentTexts } from '#ui/texts.ts';
import { Button } from '#ui/action/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { DiscardForm } from '#ui/unsent/discard-form.tsx';
import { FlushingDialog } from '#ui/unsent/flushing-dialog.tsx';
import styles from './stores-page.module.css';
import { storesTexts } from './texts.ts';
import type { Leave } from './use-leave.ts';

/** The dialogs between 'Dejar tienda' and leaving: sending, unfinished work, confirmation (S-12, A8). */
export function LeaveDialog({ state, ...on }: Leave) {
  switch (state.kind) {
    case 'no':
      return null;
    case 'sending':
      return <FlushingDialog left={state.left} text={storesTexts.flushingText} onCancel={on.cancel} />;
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

function UnfinishedDialog({ storeName, work: { unsent, rejected }, ...on }: UnfinishedDialogProps) {
  return (
    <Overlay
      open
      role="alertdialog"
      size="sm"
      title={unsent > 0 ? unsentTexts.unsentTitle(unsent) : unsentTexts.reviewTitle(rejected)}
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
        <DiscardForm label={storesTexts.discardAndLeave} onDiscard={on.confirm} />
      </div>
    </Overlay>
  );
}
