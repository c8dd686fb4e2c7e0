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
  /** The sync pill. */
  readonly status: ReactNode;
  /** The age of the board, if it is outdated. */
  readonly age: ReactNode;
  /** Buttons such as sound. */
  readonly actions?: ReactNode;
  /** True for a paired screen: leaving it unpairs it. */
  readonly paired: boolean;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/**
 * The board on a wall display: a slim bar, wake lock, full screen from the first touch, and pixel drift against
 * burn-in.
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

/**
 * Shifts the screen with top and left, not with a transform: a transform would displace fixed content such as a dragged
 * card.
 */
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
