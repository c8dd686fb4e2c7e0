import type { FormEvent } from 'react';
import { useState } from 'react';
import type { StaffGuestRequest } from '#contract/wire/guests.ts';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { rejectGuestRequest } from '#data/guests/guest-requests.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import { guestReasonMaxChars } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './guests.module.css';
import { guestsTexts, rejectRequestTexts as texts } from './texts.ts';

interface RejectRequestProps {
  readonly request: StaffGuestRequest;
  readonly store: Store;
  readonly onClose: () => void;
}

/** Why a request is rejected, in the words that its guest reads. */
export function RejectRequest({ request: { id, description: place }, store, onClose }: RejectRequestProps) {
  const [reason, setReason] = useTyped(`rejection of request ${id}`, '', isText);
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit((error) => setFailed(readFailureText(error)));
  const choose = (chosen: string): void => {
    setReason(chosen);
    setMissing(false);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setFailed(null);
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    void submit(async () => {
      await rejectGuestRequest(store, id, reason.trim());
      toast.show({ kind: 'success', text: guestsTexts.rejected(place) });
      onClose();
    });
  };
  return (
    <Overlay open size="sm" title={texts.title(place)} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={send}>
        <ChipRow wrap label={texts.usual}>
          {texts.reasons.map((usual) => (
            <FilterPill key={usual} pressed={reason === usual} onToggle={(on) => choose(on ? usual : '')}>
              {usual}
            </FilterPill>
          ))}
        </ChipRow>
        <TextArea
          error={missing ? texts.required : undefined}
          hint={texts.hint}
          label={texts.label}
          maxLength={guestReasonMaxChars}
          rows={2}
          value={reason}
          onChange={choose}
        />
        {failed === null ? null : (
          <div role="alert">
            <Notice tone="error">{failed}</Notice>
          </div>
        )}
        <div className={styles['actions']}>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            disabledReason={online ? undefined : guestsTexts.needsNetwork}
            loading={sending}
            type="submit"
            variant="danger"
          >
            {texts.send}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
