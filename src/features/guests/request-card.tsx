import { useState } from 'react';
import type { StaffGuestRequest } from '#contract/wire/guests.ts';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { acceptGuestRequest } from '#data/guests/guest-requests.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { isoFromInstant, type Instant } from '#domain/time.ts';
import { guestKindLabels } from '#texts/guests.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconBell, IconReceipt } from '#ui/icons.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './guests.module.css';
import { guestEndLabel, guestsTexts as texts } from './texts.ts';

interface RequestProps {
  readonly request: StaffGuestRequest;
  readonly store: Store;
  readonly now: Instant;
}

interface WaitingRequestProps extends RequestProps {
  readonly onReject: () => void;
  readonly onTable: () => void;
}

/** A request that waits, with its answers. A refusal stays at the card, so that the person can say why not. */
export function WaitingRequest({ request, store, now, onReject, onTable }: WaitingRequestProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit((error) => setFailed(readFailureText(error)));
  const { id, kind, description: place, lines, total, note, created_at } = request;
  const isOrder = kind === 'order';
  const accept = (): void => {
    setFailed(null);
    void submit(async () => {
      const { order_number: number } = await acceptGuestRequest(store, id);
      toast.show({ kind: 'success', text: number === null ? texts.attended(place) : texts.accepted(number, place) });
    });
  };
  return (
    <Card as="li" className={styles['card']} edge="waiting">
      <div className={styles['head']}>
        <h2 className={styles['place']}>{place}</h2>
        <span className={styles['kind']}>
          {isOrder ? null : kind === 'bill' ? <IconReceipt size={22} /> : <IconBell size={22} />}
          {guestKindLabels[kind]}
        </span>
        <time className={styles['since']} dateTime={isoFromInstant(created_at)}>
          {texts.since(Math.max(0, Math.floor((now - created_at) / 60_000)))}
        </time>
      </div>
      <Lines lines={lines} store={store} />
      {note === null ? null : <p className={styles['note']}>{texts.note(note)}</p>}
      {isOrder ? (
        <p className={styles['total']}>
          <span>{texts.total}</span>
          <b>{formatMoney(total, store.currency)}</b>
        </p>
      ) : null}
      {failed === null ? null : (
        <div role="alert">
          <Notice tone="error">{failed}</Notice>
        </div>
      )}
      <div className={styles['actions']}>
        {isOrder ? (
          <Button aria-label={texts.rejectOf(place)} variant="secondary" onClick={onReject}>
            {texts.reject}
          </Button>
        ) : (
          <Button aria-label={texts.seeTableOf(place)} variant="secondary" onClick={onTable}>
            {texts.seeTable}
          </Button>
        )}
        <Button
          aria-label={isOrder ? texts.acceptOf(place) : texts.attendOf(place)}
          disabledReason={online ? undefined : texts.needsNetwork}
          loading={sending}
          onClick={accept}
        >
          {isOrder ? texts.accept : texts.attend}
        </Button>
      </div>
    </Card>
  );
}

function Lines({ lines, store }: Pick<StaffGuestRequest, 'lines'> & Pick<RequestProps, 'store'>) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles['lines']}>
      {lines.map(({ name, quantity, additionals, comments, price }, index) => (
        // Lines have no key of their own, and neither move nor change.
        <li key={index} className={styles['line']}>
          <span className={styles['words']}>
            {texts.units(quantity, name)}
            {[...additionals.map((a) => texts.units(a.quantity, a.name)), ...(comments === null ? [] : [comments])].map(
              (more) => (
                <span key={more} className={styles['more']}>
                  {more}
                </span>
              ),
            )}
          </span>
          <span className={styles['price']}>{formatMoney(price, store.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

/** One that has ended: how, and what it became. */
export function EndedRequest({ request, store, now }: RequestProps) {
  const { description, kind, lines, reason, order_number: number, ended_at } = request;
  const what = kind === 'order' ? lines.map((l) => texts.units(l.quantity, l.name)).join(', ') : guestKindLabels[kind];
  return (
    <li className={styles['row']}>
      <p className={styles['rowHead']}>
        <b>{description}</b>
        <span>{number === null ? guestEndLabel(request) : texts.becameOrder(number)}</span>
        {ended_at === null ? null : (
          <time className={styles['since']} dateTime={isoFromInstant(ended_at)}>
            {whenLabel(ended_at, now, store.timezone)}
          </time>
        )}
      </p>
      <p className={styles['more']}>{what}</p>
      {reason === null ? null : <p className={styles['more']}>{texts.reasonOf(reason)}</p>}
    </li>
  );
}
