import { useEffect, useRef, useState } from 'react';
import { scannedCode } from '#domain/code-link.ts';
import type { Code } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { vibrate } from '#platform/vibration.ts';
import { wrongCode } from '#texts/camera.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconCameraSwitch, IconCheck, IconClose, IconEdit, IconRefresh, IconTorch } from '#ui/icons.tsx';
import { contentId } from '#ui/layout/app-frame.tsx';
import styles from './camera-page.module.css';
import { CodeDialog } from './code-dialog.tsx';
import { cameraTexts } from './texts.ts';
import { useQrScanner } from './use-qr-scanner.ts';

interface CameraPageProps {
  readonly codes: readonly Code[];
  /** What the QR of a code begins with (N-29). */
  readonly codeBase: string;
  /** Begins the flow of the code (G-56). */
  readonly onCode: (code: Code) => void;
  readonly onClose: () => void;
}

const vibrationMs = 60;
/** Longer than a code that stays in view is silent, so that the words do not flicker. */
const wrongShownMs = 3_000;

/** The camera on the whole screen: reads the QR of a code, which can be typed as well (C15, G-54 to G-64). */
export function CameraPage({ codes, codeBase, onCode, onClose }: CameraPageProps) {
  const [typing, setTyping] = useState(false);
  const [found, setFound] = useState<Code | null>(null);
  /** Counts wrong codes, to show each for its whole time; 0: none is shown. */
  const [wrongs, setWrongs] = useState(0);
  const wrong = wrongs > 0;
  useEffect(() => (wrongs > 0 ? wakeIn(wrongShownMs, () => setWrongs(0)) : undefined), [wrongs]);
  // A picture may have several codes, and only one flow can begin.
  const chosen = useRef(false);
  const choose = (code: Code): void => {
    if (chosen.current) return;
    chosen.current = true;
    setFound(code);
    setTyping(false);
    vibrate(vibrationMs);
    onCode(code);
  };
  const { video, state, retry, toggleLight, switchCamera } = useQrScanner((text) => {
    if (chosen.current || typing) return;
    const code = scannedCode(text, codeBase, codes);
    setWrongs((count) => (code === null ? count + 1 : 0));
    if (code) choose(code);
  });
  const failed = state.kind === 'failed';
  const lit = state.kind === 'on' && state.lit;
  const byHand = (
    <Button icon={<IconEdit size={22} />} variant="secondary" onClick={() => setTyping(true)}>
      {cameraTexts.byHand}
    </Button>
  );
  return (
    <main className={styles['page']} id={contentId} tabIndex={-1}>
      <video ref={video} muted playsInline aria-label={cameraTexts.video} className={styles['video']} hidden={failed} />
      <header className={styles['head']}>
        <IconButton icon={<IconClose />} label={cameraTexts.close} variant="outline" onClick={onClose} />
        <h1 className={styles['title']}>{cameraTexts.title}</h1>
        {toggleLight ? (
          <IconButton
            icon={<IconTorch />}
            label={lit ? cameraTexts.lightOff : cameraTexts.lightOn}
            pressed={lit}
            variant="outline"
            onClick={toggleLight}
          />
        ) : null}
        {switchCamera ? (
          <IconButton icon={<IconCameraSwitch />} label={cameraTexts.switch} variant="outline" onClick={switchCamera} />
        ) : null}
      </header>
      {failed ? (
        <div className={styles['panel']} role="alert">
          <IconAlert size={32} />
          <p className={styles['error']}>{state.text}</p>
          <Button icon={<IconRefresh size={22} />} variant="primary" onClick={retry}>
            {cameraTexts.retry}
          </Button>
          {byHand}
        </div>
      ) : (
        <>
          <div aria-hidden="true" className={cx(styles['guide'], found && styles['good'], wrong && styles['bad'])} />
          <footer className={styles['foot']}>
            <p className={cx(styles['words'], wrong && !found && styles['badWords'])} role="status">
              {found ? <IconCheck size={22} /> : wrong ? <IconAlert size={22} /> : null}
              {wordsOf(state.kind === 'on', found, wrong)}
            </p>
            {byHand}
          </footer>
        </>
      )}
      {typing ? (
        <CodeDialog codeBase={codeBase} codes={codes} onClose={() => setTyping(false)} onCode={choose} />
      ) : null}
    </main>
  );
}

function wordsOf(on: boolean, found: Code | null, wrong: boolean): string {
  if (found) return cameraTexts.found(found.description);
  if (wrong) return wrongCode;
  return on ? cameraTexts.aim : cameraTexts.starting;
}
