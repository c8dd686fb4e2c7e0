import { changeTitle, tappedAt } from '#data/outbox/changes.ts';
import type { Entry } from '#data/orders/orders.ts';
import { retryNow } from '#data/orders/orders.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { IconRefresh } from '#ui/icons.tsx';
import { DiscardButton } from './discard-button.tsx';
import { groupsOf } from './groups.ts';
import type { Words } from './rows.tsx';
import { Groups, Row } from './rows.tsx';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';

interface UnsentListProps {
  readonly entries: readonly Entry[];
  /** All pending entries, including held ones: they count in «18 de 20». */
  readonly pending: readonly Entry[];
  readonly words: Words;
}

/** Changes that wait for the network or for the server, oldest first. */
export function UnsentList({ entries, pending, words }: UnsentListProps) {
  return (
    <>
      <Groups groups={groupsOf(entries, (entry) => entry.batchId)} pending={pending}>
        {(entry) => <Unsent key={entry.cmdId} entry={entry} words={words} />}
      </Groups>
      <div className={styles['all']}>
        <Button icon={<IconRefresh size={22} />} variant="secondary" onClick={retryNow}>
          {outboxTexts.retryNow}
        </Button>
      </div>
    </>
  );
}

function Unsent({ entry, words }: { readonly entry: Entry; readonly words: Words }) {
  const { now, zone, numberOf } = words;
  const title = changeTitle(entry, numberOf(entry.entityId));
  const tapped = tappedAt(entry);
  const state =
    entry.settling !== null
      ? outboxTexts.settling
      : entry.state === 'sending'
        ? outboxTexts.sending
        : outboxTexts.queued;
  return (
    <Row actions={entry.settling === null ? <DiscardButton entry={entry} title={title} /> : undefined} title={title}>
      <span className={styles['quiet']}>{state}</span>
      {tapped === null ? null : (
        <span className={styles['quiet']}>{outboxTexts.since(whenLabel(tapped, now, zone))}</span>
      )}
    </Row>
  );
}
