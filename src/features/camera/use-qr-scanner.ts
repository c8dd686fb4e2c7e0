import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Reads } from '#domain/code-link.ts';
import { withRead } from '#domain/code-link.ts';
import type { CameraAbilities } from '#platform/camera.ts';
import { watchCamera } from '#platform/camera.ts';
import { deviceClock } from '#platform/clock.ts';
import { cameraErrorText } from '#texts/camera.ts';

type ScannerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'on'; readonly abilities: CameraAbilities; readonly lit: boolean }
  | { readonly kind: 'failed'; readonly text: string };

interface Scanner {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: ScannerState;
  readonly retry: () => void;
  /** Goes on to the next camera; null if there is only one. */
  readonly switchCamera: (() => void) | null;
  /** Switches the lamp; null without one. */
  readonly toggleLight: (() => void) | null;
}

/** Runs the camera while the screen is shown. `onText`: a read text, the same one at most once in two seconds. */
export function useQrScanner(onText: (text: string) => void): Scanner {
  const video = useRef<HTMLVideoElement>(null);
  const reads = useRef<Reads>(new Map());
  const [state, setState] = useState<ScannerState>({ kind: 'starting' });
  /** The chosen camera, and how often it was started: a retry starts it again. */
  const [run, setRun] = useState<{ readonly camera: string | null; readonly count: number }>({
    camera: null,
    count: 0,
  });
  const read = useEffectEvent((text: string) => {
    const next = withRead(reads.current, text, deviceClock.now());
    if (next === null) return;
    reads.current = next;
    onText(text);
  });
  useEffect(() => {
    if (!video.current) return undefined;
    return watchCamera(video.current, run.camera, {
      started: (abilities) => setState({ kind: 'on', abilities, lit: false }),
      read,
      failed: (name) => setState({ kind: 'failed', text: cameraErrorText(name) }),
    });
  }, [run]);

  const start = (camera: string | null): void => {
    setState({ kind: 'starting' });
    setRun(({ count }) => ({ camera, count: count + 1 }));
  };
  const abilities = state.kind === 'on' ? state.abilities : null;
  const { cameras = [], current = null, light = null } = abilities ?? {};
  return {
    video,
    state,
    // Not the chosen one again: it may be the one that fails.
    retry: () => start(null),
    switchCamera: cameras.length > 1 ? () => start(nextOf(cameras, current)) : null,
    toggleLight:
      state.kind === 'on' && light
        ? () => {
            const lit = !state.lit;
            light(lit).then(
              () => setState((now) => (now.kind === 'on' ? { ...now, lit } : now)),
              // The lamp stays as it is.
              () => {},
            );
          }
        : null,
  };
}

const nextOf = (cameras: readonly string[], current: string | null): string | null =>
  cameras[(cameras.findIndex((id) => id === current) + 1) % cameras.length] ?? null;
