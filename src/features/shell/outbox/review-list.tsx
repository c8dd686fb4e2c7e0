import { changeTitle, reasonOf } from '#data/outbox/changes.ts';
import type { Entry, PendingWork } from '#data/orders/orders.ts';
import { applyAgain, canApplyAgain } from '#data/outbox/apply-again.ts';
import { dismissRejected, retryHeld } from '#data/orders/orders.ts';
import { notAppliedText } from '#texts/changes.ts';
import { Button } from '#ui/action/button.tsx';
import { DiscardButton } from './discard-button.tsx';
import { groupsOf } from './groups.ts';
import type { Words } from './rows.tsx';
import { doing, Groups, Row } from './rows.tsx';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';

type RejectedCommand = PendingWork['rejected'][number];

interface ReviewListProps {
  readonly rejected: readonly RejectedCommand[];
  readonly held: readonly Entry[];
  readonly pending: readonly Entry[];
  readonly words: Words;
}

const allFrom = 4;

/** Changes that need the user: refused and expired ones, then held ones, which cannot continue by themselves. */
export function ReviewList({ rejected, held, pending, words }: ReviewListProps) {
  return (
    <section aria-label={outboxTexts.review}>
      <Groups groups={groupsOf(rejected, (item) => item.entry.batchId)} pending={pending}>
        {(item) => <Refused key={item.entry.cmdId} item={item} words={words} />}
      </Groups>
      {rejected.length >= allFrom ? (
        <div className={styles['all']}>
          <Button variant="secondary" onClick={() => doing(dismissRejected(rejected.map((r) => r.entry.cmdId)))}>
            {outboxTexts.understoodAll}
          </Button>
        </div>
      ) : null}
      <Groups groups={groupsOf(held, (entry) => entry.batchId)} pending={pending}>
        {(entry) => <Held key={entry.cmdId} entry={entry} words={words} />}
      </Groups>
    </section>
  );
}

function Refused({ item, words }: { readonly item: RejectedCommand; readonly words: Words }) {
  const { cmdId, entityId } = item.entry;
  const number = words.numberOf(entityId);
  const reason = reasonOf(item);
  return (
    <Row
      actions={
        <>
          {canApplyAgain(item) ? (
            <Button size="sm" variant="secondary" onClick={() => doing(applyAgain(cmdId))}>
              {outboxTexts.applyAgain}
            </Button>
          ) : null}
          <Button size="sm" variant="secondary" onClick={() => doing(dismissRejected([cmdId]))}>
            {outboxTexts.understood}
          </Button>
        </>
      }
      title={changeTitle(item.entry, number)}
    >
      {reason.change.contents === undefined ? null : <span>{reason.change.contents}</span>}
      <span className={styles['why']}>{notAppliedText(reason, number, words.now, words.zone)}</span>
    </Row>
  );
}

function Held({ entry, words }: { readonly entry: Entry; readonly words: Words }) {
  const title = changeTitle(entry, words.numberOf(entry.entityId));
  return (
    <Row
      actions={
        <>
          <Button size="sm" variant="secondary" onClick={() => doing(retryHeld([entry.cmdId]))}>
            {outboxTexts.retry}
          </Button>
          <DiscardButton entry={entry} title={title} />
        </>
      }
      title={title}
    >
      <span className={styles['why']}>{entry.held === 'unreadable' ? outboxTexts.unreadable : outboxTexts.poison}</span>
    </Row>
  );
}
