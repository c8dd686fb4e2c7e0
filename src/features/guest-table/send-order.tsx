import { changeCart } from '#data/cart/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import { guestOrderUnits } from '#domain/guest.ts';
import { guestNoteMaxChars } from '#domain/limits.ts';
import { askRefusals } from '#texts/guests.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { IconSend } from '#ui/icons.tsx';
import styles from './guest-table.module.css';
import { guestTexts as texts } from './texts.ts';
import type { SendingOrder } from './use-send-order.ts';

interface SendOrderProps {
  readonly cart: Cart;
  readonly unitsMax: number;
  /** Why nothing can be sent now; null: it can. */
  readonly hindrance: string | null;
  readonly order: SendingOrder;
}

/** Below what was chosen: the note, what hinders, and «Enviar al mozo». */
export function SendOrder({ cart, unitsMax, hindrance, order }: SendOrderProps) {
  const units = guestOrderUnits(cart.lines);
  if (units === 0) return null;
  return (
    <div className={styles['send']}>
      <TextArea
        disabled={order.sending}
        label={texts.note}
        maxLength={guestNoteMaxChars}
        rows={2}
        value={cart.comments}
        onChange={(comments) => changeCart((c) => ({ ...c, comments }))}
      />
      {order.refusal === null || hindrance !== null ? null : <Notice tone="error">{order.refusal}</Notice>}
      {order.doubt ? <Notice tone="warning">{texts.doubt}</Notice> : null}
      {units > unitsMax ? (
        // Not the note has the focus: on a phone its keyboard would cover the rest.
        <div data-autofocus="" role="alert" tabIndex={-1}>
          <Notice tone="warning">{askRefusals.units(unitsMax)}</Notice>
        </div>
      ) : null}
      <Button
        disabled={units > unitsMax}
        data-autofocus=""
        {...(hindrance !== null && { disabledReason: hindrance })}
        fullWidth
        icon={<IconSend size={22} />}
        loading={order.sending}
        onClick={order.send}
      >
        {texts.send}
      </Button>
      {hindrance === null ? <p className={styles['quiet']}>{texts.sendHint}</p> : null}
    </div>
  );
}
