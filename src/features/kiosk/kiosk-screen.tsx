import { useEffect, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { every } from '#platform/clock.ts';
import { fullScreenAtFirstTap, leaveFullScreen } from '#platform/full-screen.ts';
import type { Wakefulness } from '#platform/wake-lock.ts';
import { keepAwake } from '#platform/wake-lock.ts';
import { contentId } from '#ui/layout/app-frame.tsx';
import { useMedia } from '#ui/use-media.ts';
import { calmDriftEveryMs, calmSteps, driftAt, driftEveryMs } from './drift.ts';
import { KioskBar } from './kiosk-bar.tsx';
import styles from './kiosk.module.css';
import { useSelfCare } from './use-self-care.ts';

interface KioskScreenProps {
  readonly storeName: string;
  readonly zone: string;
  /** The pill with what could not be sent. */
  readonly status: ReactNode;
  /** How old the board is, when there is something to say. */
  readonly age: ReactNode;
  /** Sound and the like. */
  readonly actions?: ReactNode;
  /** The screen was paired: leaving it means to unpair it. */
  readonly paired: boolean;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/**
 * The board on a wall: nothing around it but a slim bar, awake, full screen from the first touch on, and never still
 * for long, so that nothing burns in.
 */
export function KioskScreen({ children, zone, onLeave, ...bar }: KioskScreenProps) {
  const [awake, setAwake] = useState<Wakefulness>('on');
  useEffect(() => keepAwake(setAwake), []);
  useEffect(() => fullScreenAtFirstTap(), []);
  useSelfCare(zone);
  return (
    <div className={styles['frame']}>
      <div className={styles['screen']} data-kiosk="" style={useDrift()}>
        <KioskBar
          {...bar}
          awake={awake}
          zone={zone}
          onLeave={() => {
            void leaveFullScreen();
            onLeave();
          }}
        />
        <main className={styles['main']} id={contentId} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Moved by its edges, not by a transform: what is fixed inside, such as a dragged card, stays where the finger is. */
function useDrift(): CSSProperties & Record<'--drift-x' | '--drift-y', string> {
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const [step, setStep] = useState(0);
  useEffect(
    () =>
      calm
        ? every(calmDriftEveryMs, () => setStep((now) => now + calmSteps))
        : every(driftEveryMs, () => setStep((now) => now + 1)),
    [calm],
  );
  const { x, y } = driftAt(step);
  return { '--drift-x': `${x}px`, '--drift-y': `${y}px` };
}
