import { useEffect } from 'react';
import { useNetwork, useNow } from '#data/device/device.ts';
import { useOrders } from '#data/orders/orders.ts';
import { editedStatus, editStatus, settleStatusEdits, useStatusEdits } from '#data/store/status-edits.ts';
import { delayMinimumMinutes, delayStepMinutes, storeDelayMaximumMinutes } from '#domain/limits.ts';
import { nextDayOpening } from '#domain/opening.ts';
import { isOnBoard } from '#domain/order.ts';
import type { Pause, ServiceType, Store, StoreStatus } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import type { StatusChange } from '#domain/store-status.ts';
import { pauseNow } from '#domain/store-status.ts';
import { serviceLabels } from '#texts/order.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { IconCheck, IconCloudOff } from '#ui/icons.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { ClosingButtons } from './closing-buttons.tsx';
import { ClosingCountdown } from './closing-question.tsx';
import styles from './status-editor.module.css';
import { statusTexts } from './texts.ts';

const lookEveryMs = 20_000;
const quickDelays = [15, 30] as const;

/**
 * Open, services, preorders and delay of the store, one tap each; saves 1 s after the last change (T-05 to T-09).
 * Offline it shows the current values and why they cannot change (offline engine, What may wait).
 */
export function StatusEditor({ store }: { readonly store: Store }) {
  const online = useNetwork((s) => s.online);
  const edits = useStatusEdits();
  const unfinished = useOrders().filter((o) => isOnBoard(o.body.status)).length;
  useEffect(() => settleStatusEdits, []);
  const status = editedStatus(store.status, store.id, edits);
  const { autoclose } = store.status;
  const edit = (change: StatusChange): void => editStatus(store.id, change);
  const delay = (minutes: number): void =>
    edit({ delay: Math.min(storeDelayMaximumMinutes, Math.max(delayMinimumMinutes, minutes)) });

  return (
    <div className={styles['editor']}>
      {edits.failure && edits.storeId === store.id ? (
        <Notice tone="error">{statusTexts.failedBecause(edits.failure)}</Notice>
      ) : null}
      <Switch
        checked={status.open}
        className={styles['main']}
        disabled={!online}
        hint={!status.open && unfinished > 0 ? statusTexts.unfinished(unfinished) : undefined}
        label={statusTexts.open}
        onChange={(open) => edit({ open })}
      />
      {status.open && autoclose !== null ? (
        <section aria-label={statusTexts.stopping} className={styles['closing']}>
          <p className={styles['countdown']}>
            <b>
              <ClosingCountdown autoclose={autoclose} />
            </b>
            {store.status.autoclose_accepted ? <span>{statusTexts.accepted}</span> : null}
          </p>
          <ClosingButtons accepted={store.status.autoclose_accepted} storeId={store.id} />
        </section>
      ) : null}
      <Switch
        checked={status.immediate.open}
        disabled={!online}
        label={statusTexts.immediate}
        onChange={(immediate) => edit({ immediate })}
      />
      <fieldset className={styles['services']}>
        <legend className="visually-hidden">{statusTexts.services}</legend>
        {enabledServices(store).map((type) => (
          <ServiceSwitch key={type} online={online} status={status} store={store} type={type} onEdit={edit} />
        ))}
      </fieldset>
      <Switch
        checked={status.preorder}
        disabled={!online}
        label={statusTexts.preorder}
        onChange={(preorder) => edit({ preorder })}
      />
      <div className={styles['delay']}>
        <NumberStepper
          disabled={!online}
          format={statusTexts.minutes}
          label={statusTexts.delay}
          max={storeDelayMaximumMinutes}
          min={delayMinimumMinutes}
          step={delayStepMinutes}
          value={status.delay}
          onChange={delay}
        />
        <ChipRow label={statusTexts.usualDelays} wrap>
          <FilterPill
            aria-label={statusTexts.noDelayName}
            disabled={!online}
            pressed={status.delay === delayMinimumMinutes}
            onToggle={() => delay(delayMinimumMinutes)}
          >
            {statusTexts.noDelay}
          </FilterPill>
          {quickDelays.map((more) => (
            <FilterPill
              key={more}
              aria-label={statusTexts.moreName(more)}
              disabled={!online}
              pressed={false}
              onToggle={() => delay(status.delay + more)}
            >
              {statusTexts.more(more)}
            </FilterPill>
          ))}
        </ChipRow>
      </div>
      <SaveState storeId={store.id} />
    </div>
  );
}

interface ServiceSwitchProps {
  readonly store: Store;
  readonly status: StoreStatus;
  readonly type: ServiceType;
  readonly online: boolean;
  readonly onEdit: (change: StatusChange) => void;
}

/** One service; switched off, it offers a time to reactivate itself, and shows it (B5). */
function ServiceSwitch({ store, status, type, online, onEdit }: ServiceSwitchProps) {
  const now = useNow(lookEveryMs);
  const edits = useStatusEdits();
  const on = status.immediate.services[type];
  const name = serviceLabels[type];
  const chosen = edits.storeId === store.id ? (edits.change.pauses?.[type] ?? edits.sent.pauses?.[type] ?? null) : null;
  const pressed = chosen ?? pauseNow(status, type, store, now);
  const until = chosen === null ? status.paused_until[type] : null;
  const nextDay = nextDayOpening(store.hours, now, store.timezone);
  const choice = (pause: Pause, label: string) => (
    <FilterPill
      disabled={!online}
      pressed={pressed === pause}
      onToggle={(wanted) => onEdit({ services: { [type]: false }, pauses: { [type]: wanted ? pause : 'open_end' } })}
    >
      {label}
    </FilterPill>
  );
  return (
    <div className={styles['service']}>
      <Switch
        checked={on}
        disabled={!online}
        hint={on || until === null ? undefined : statusTexts.back(until, now, store.timezone)}
        label={name}
        onChange={(services) => onEdit({ services: { [type]: services } })}
      />
      {on ? null : (
        <ChipRow label={statusTexts.pauseOf(name)} wrap>
          {choice('half_hour', statusTexts.halfHour)}
          {nextDay === null ? null : choice('next_day', statusTexts.nextDay(nextDay, now, store.timezone))}
        </ChipRow>
      )}
    </div>
  );
}

/** «Guardando…», then «Guardado», or why nothing can be saved. Its place is reserved, so that the layout does not shift. */
function SaveState({ storeId }: { readonly storeId: number }) {
  const online = useNetwork((s) => s.online);
  const state = useStatusEdits((s) => (s.storeId === storeId ? s.state : 'idle'));
  const failure = useStatusEdits((s) => (s.storeId === storeId ? s.failure : null));
  useEffect(() => {
    if (state === 'saved') announce(statusTexts.saved);
    if (failure) announce(statusTexts.failedBecause(failure), 'assertive');
  }, [state, failure]);
  return (
    <p className={styles['state']} data-save-state={state}>
      {state === 'saving' || state === 'waiting' ? (
        <>
          <Spinner size={18} />
          {statusTexts.saving}
        </>
      ) : state === 'saved' ? (
        <>
          <IconCheck size={18} />
          {statusTexts.saved}
        </>
      ) : online ? null : (
        <>
          <IconCloudOff size={18} />
          {statusTexts.offline}
        </>
      )}
    </p>
  );
}
