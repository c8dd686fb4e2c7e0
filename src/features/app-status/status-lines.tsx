import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { unlockSound } from '#data/alerts/sound.ts';
import { lookForAppUpdate, serverQueries } from '#data/api/server-facts.ts';
import { useNetwork, useNow, useUpdates } from '#data/device/device.ts';
import { usePendingWork } from '#data/orders/orders.ts';
import { useFreshness } from '#data/store/freshness.ts';
import { type CheckLine, checkLines, checkStateOf, type CheckState, type DeviceCheck } from '#domain/device-check.ts';
import { deviceClock } from '#platform/clock.ts';
import { askToPersist } from '#platform/storage.ts';
import { Button } from '#ui/action/button.tsx';
import { DataAge } from '#ui/feedback/data-age.tsx';
import { IconAlert, IconInfo, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './app-status.module.css';
import { appTexts, fixes, lineNames, resultWords } from './texts.ts';

const ageEveryMs = 10_000;

const stateIcons: Readonly<Record<CheckState, ReactNode>> = {
  good: <IconSuccess size={22} />,
  neutral: <IconInfo size={22} />,
  warning: <IconWarning size={22} />,
  bad: <IconAlert size={22} />,
};

/** Where the fixes of the lines lead. */
export interface StatusPlaces {
  /** Opens «Permisos e instalación». */
  readonly onPermissions: () => void;
  /** Opens the settings of printing; null: this person may not. */
  readonly onPrinters: (() => void) | null;
  /** Opens the register; null: this person may not. */
  readonly onRegister: (() => void) | null;
}

interface StatusLinesProps extends StatusPlaces {
  readonly results: DeviceCheck;
  /** Asks the device again what it does not tell by itself. */
  readonly onLookAgain: () => void;
}

/** The lines of «Estado de la aplicación» (B9): icon, word, and the one thing to do. */
export function StatusLines({ results, onLookAgain, ...places }: StatusLinesProps) {
  const { word, button }: LineParts = useLineParts(results, onLookAgain, places);
  return (
    <ul className={styles['lines']}>
      {checkLines.map((line) => {
        const result = results[line];
        const state = checkStateOf(line, result) ?? 'neutral';
        const fix = wordOf(fixes, line, result);
        return (
          <li key={line} className={styles['line']} data-state={state}>
            {stateIcons[state]}
            <span className={styles['words']}>
              <span className={styles['name']}>{lineNames[line]}</span>
              <b className={styles['word']}>{word[line] ?? wordOf(resultWords, line, result)}</b>
              {fix === '' ? null : <span className={styles['quiet']}>{fix}</span>}
            </span>
            {button[line]}
          </li>
        );
      })}
    </ul>
  );
}

type Words = Readonly<Partial<Record<CheckLine, Readonly<Partial<Record<string, string>>>>>>;

const wordOf = (words: Words, line: CheckLine, result: string): string => words[line]?.[result] ?? '';

interface LineParts {
  /** Words that say more than the result. */
  readonly word: Readonly<Partial<Record<CheckLine, ReactNode>>>;
  readonly button: Readonly<Partial<Record<CheckLine, ReactNode>>>;
}

function useLineParts(
  { network, unsent, sound, notifications, printers, storage, register }: DeviceCheck,
  lookAgain: () => void,
  { onPermissions, onPrinters, onRegister }: StatusPlaces,
): LineParts {
  const { confirmedAt } = useFreshness();
  const work = usePendingWork();
  const { data: server } = useQuery(serverQueries.facts());
  // Renders every 10 s: the age grows without an event.
  useNow(ageEveryMs);
  const age = confirmedAt === null ? null : Math.floor((deviceClock.mono() - confirmedAt) / 1_000);
  return {
    word: {
      network: (
        <>
          {resultWords.network[network]}
          {age === null ? null : (
            <span className={styles['age']}>
              <DataAge seconds={age} />
            </span>
          )}
        </>
      ),
      unsent:
        unsent === 'review'
          ? appTexts.toReview(work.rejected.length + work.held.length)
          : unsent === 'waiting'
            ? appTexts.waiting(work.unsent)
            : null,
      version: server?.version ?? appTexts.unknown,
    },
    button: {
      sound: sound === 'locked' ? <FixButton text={appTexts.activate} onClick={unlockSound} /> : null,
      notifications:
        notifications === 'ask' || notifications === 'denied' ? (
          <FixButton text={appTexts.fixPermissions} onClick={onPermissions} />
        ) : null,
      printers:
        onPrinters !== null && printers !== 'printed' && printers !== 'ready' ? (
          <FixButton text={appTexts.configure} onClick={onPrinters} />
        ) : null,
      storage:
        storage === 'evictable' ? (
          <FixButton text={appTexts.storageAsk} onClick={() => void askToPersist().then(lookAgain)} />
        ) : null,
      version: <UpdateButton />,
      register:
        register === 'closed' && onRegister !== null ? (
          <FixButton text={appTexts.goToRegister} onClick={onRegister} />
        ) : null,
    },
  };
}

const FixButton = ({ text, onClick }: { readonly text: string; readonly onClick: () => void }) => (
  <Button size="sm" variant="secondary" onClick={onClick}>
    {text}
  </Button>
);

function UpdateButton() {
  const apply = useUpdates((s) => s.apply);
  const online = useNetwork((s) => s.online);
  const [looking, setLooking] = useState(false);
  const look = async (): Promise<void> => {
    setLooking(true);
    const found = await lookForAppUpdate();
    setLooking(false);
    if (!found) toast.show({ id: 'version', kind: 'success', text: appTexts.upToDate });
  };
  return (
    <Button
      disabled={!online}
      loading={looking}
      size="sm"
      variant="secondary"
      onClick={() => (apply ? apply() : void look())}
    >
      {appTexts.look}
    </Button>
  );
}
