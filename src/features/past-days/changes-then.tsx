import { useState } from 'react';
import { isoFromInstant, type Instant } from '#domain/time.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Panel } from '#ui/layout/card.tsx';
import type { ToldChange } from './changes-of-day.ts';
import styles from './past-days.module.css';
import { pastTexts as texts } from './texts.ts';

const pageSize = 20;

interface ChangesThenProps {
  /** Oldest first. */
  readonly changes: readonly ToldChange[];
  readonly at: Instant;
  readonly zone: string;
}

/** What had happened up to a moment, newest first: who, on which device, when. */
export function ChangesThen({ changes, at, zone }: ChangesThenProps) {
  const [shown, setShown] = useState(pageSize);
  const before = changes.filter((change) => change.at <= at).toReversed();
  return (
    <Panel title={texts.changes}>
      {before.length === 0 ? <p className={styles['quiet']}>{texts.none}</p> : null}
      <ul aria-label={texts.changes} className={styles['changes']}>
        {before.slice(0, shown).map(({ key, at: then, text, detail, device }) => (
          <li key={key}>
            <p>{text}</p>
            {detail === null ? null : <p className={styles['quiet']}>{detail}</p>}
            <p className={styles['quiet']}>
              <time dateTime={isoFromInstant(then)}>{whenLabel(then, at, zone)}</time>
              {device === null ? null : ` · ${device}`}
            </p>
          </li>
        ))}
      </ul>
      {before.length > shown ? (
        <Button fullWidth variant="secondary" onClick={() => setShown(shown + pageSize)}>
          {texts.more}
        </Button>
      ) : null}
    </Panel>
  );
}
