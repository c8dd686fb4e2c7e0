import { useEffect, useRef } from 'react';
import { useBoardProof, useFreshness } from '#data/store/freshness.ts';
import { deviceClock, wakeIn } from '#platform/clock.ts';
import { onPaintedFrame } from '#platform/frames.ts';
import { surroundings } from '#platform/surroundings.ts';
import { showAlarm } from '#ui/feedback/alarm-strip.ts';
import { createCanary } from './canary.ts';
import { alertTexts } from './texts.ts';

/** On the board: its proof that what the server sends is painted; says over the page when it is not. */
export function BoardCanary() {
  const confirmedAt = useFreshness((s) => s.confirmedAt);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const canary = createCanary({
      mono: () => deviceClock.mono(),
      wakeIn,
      onFrame: onPaintedFrame,
      isVisible: () => surroundings().visible,
      readMark: () => (mark.current?.dataset['confirmed'] ? Number(mark.current.dataset['confirmed']) : null),
      onResult(broken) {
        useBoardProof.setState({ broken, tried: true });
        // Without a connection the pill and the age of the board already say so.
        const silent = broken === 'events' && !useFreshness.getState().connected;
        showAlarm(
          broken === null || silent
            ? null
            : { text: alertTexts.broken[broken], label: alertTexts.reload, onAction: () => location.reload() },
        );
      },
    });
    const stop = useFreshness.subscribe((now, before) => {
      if (now.heardAt !== before.heardAt) canary.heard();
      if (now.confirmedAt !== null && now.confirmedAt !== before.confirmedAt) canary.confirmed(now.confirmedAt);
    });
    // The server may have confirmed the board before this code was there; the next time may be half a minute later.
    const { confirmedAt: first } = useFreshness.getState();
    if (first !== null) canary.confirmed(first);
    return () => {
      stop();
      canary.stop();
      showAlarm(null);
    };
  }, []);
  return <span ref={mark} hidden data-confirmed={confirmedAt ?? ''} />;
}
