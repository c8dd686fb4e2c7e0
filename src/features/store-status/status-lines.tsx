import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useBoardProof } from '#data/store/freshness.ts';
import { askToPersist, isPersisted } from '#platform/storage.ts';
import { Button } from '#ui/action/button.tsx';
import { IconCloudCheck, IconRefresh } from '#ui/icons.tsx';
import styles from './app-status.module.css';
import { appTexts } from './texts.ts';

interface LineProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly word: ReactNode;
  /** null = neutral. */
  readonly good: boolean | null;
  readonly fix?: ReactNode;
}

/** A line of «Estado de la aplicación». */
export const StatusLine = ({ icon, name, word, good, fix }: LineProps) => (
  <li className={styles['line']} data-good={good ?? 'neither'}>
    {icon}
    <span className={styles['words']}>
      <span className={styles['name']}>{name}</span>
      <b className={styles['word']}>{word}</b>
    </span>
    {fix}
  </li>
);

/** Whether the browser may evict this device's data, and what to do then. */
export function Storage() {
  const [kept, setKept] = useState<boolean | null>();
  useEffect(() => void isPersisted().then(setKept), []);
  const word = kept === true ? 'yes' : kept === false ? 'no' : 'unknown';
  return (
    <StatusLine
      fix={
        kept === false ? (
          <Button size="sm" variant="secondary" onClick={() => void askToPersist().then(setKept)}>
            {appTexts.storageAsk}
          </Button>
        ) : null
      }
      good={kept ?? null}
      icon={<IconCloudCheck size={22} />}
      name={appTexts.storage}
      word={
        <>
          {kept === undefined ? null : appTexts.storageStates[word]}
          {kept === false ? <span className={styles['quiet']}> {appTexts.storageFix}</span> : null}
        </>
      }
    />
  );
}

/** The last proof that what the server sends is painted on the board. */
export function Proof() {
  const { broken, tried } = useBoardProof();
  return (
    <StatusLine
      good={tried ? broken === null : null}
      icon={<IconRefresh size={22} />}
      name={appTexts.proof}
      word={broken !== null ? appTexts.proofBroken[broken] : tried ? appTexts.proofWorks : appTexts.proofUntried}
    />
  );
}
