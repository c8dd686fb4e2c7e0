import { useNow } from '#data/device/device.ts';
import type { Store } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import { serviceLabels } from '#texts/order.ts';
import { ClosingCountdown } from './closing-question.tsx';
import styles from './status-editor.module.css';
import { statusTexts } from './texts.ts';

const lookEveryMs = 20_000;

/** The status as plain text, for users who may not change it (T-09). */
export function StatusInfo({ store }: { readonly store: Store }) {
  const { open, immediate, preorder, delay, autoclose, paused_until } = store.status;
  const now = useNow(lookEveryMs);
  const fact = (name: string, on: boolean, word: string, more: string | null = null) => (
    <li key={name}>
      <span>
        {name}
        {more === null ? null : <span className={styles['more']}>{more}</span>}
      </span>
      <b data-on={on}>{word}</b>
    </li>
  );
  const pausable = (name: string, on: boolean) => fact(name, on, on ? statusTexts.on : statusTexts.off);
  return (
    <ul className={styles['facts']}>
      {fact(statusTexts.state, open, open ? statusTexts.isOpen : statusTexts.isClosed)}
      {open && autoclose !== null ? (
        <li>
          <ClosingCountdown autoclose={autoclose} />
        </li>
      ) : null}
      {pausable(statusTexts.immediate, immediate.open)}
      {enabledServices(store).map((type) => {
        const on = immediate.services[type];
        const until = on ? null : paused_until[type];
        const more = until === null ? null : statusTexts.back(until, now, store.timezone);
        return fact(serviceLabels[type], on, on ? statusTexts.on : statusTexts.off, more);
      })}
      {pausable(statusTexts.preorder, preorder)}
      <li>
        <span>{statusTexts.delay}</span>
        <b>{delay === 0 ? statusTexts.noDelayNow : statusTexts.minutes(delay)}</b>
      </li>
    </ul>
  );
}
