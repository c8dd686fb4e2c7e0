import { useEffect, useEffectEvent, useState } from 'react';
import { playAlertSound, useSound } from '#data/alerts/sound.ts';
import { lookForAppUpdate } from '#data/api/server-facts.ts';
import { startCheck, keepCheck } from '#data/device-check/device-check.ts';
import { printerConfigs } from '#data/printing/printer-configs.ts';
import { printLocally } from '#data/printing/print-service.ts';
import type { CheckResult, DeviceCheck } from '#domain/device-check.ts';
import { localPrinters } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { testSlip } from '#domain/test-slip.ts';
import { checkTexts } from './texts.ts';

/** What only a person can tell. */
export type CheckQuestion = 'sound' | 'printers';

type Found = Partial<DeviceCheck>;

interface CheckState {
  readonly phase: 'idle' | 'running' | 'keeping' | 'done';
  /** The server's name of the check. */
  readonly id: string;
  /** What was tried and found. */
  readonly found: Found;
  /** What is still to be asked; the first one is on the screen. */
  readonly questions: readonly CheckQuestion[];
  /** Whether the server has the result. */
  readonly kept: boolean;
}

export interface RunningCheck extends CheckState {
  readonly start: () => void;
  readonly answer: (yes: boolean) => void;
}

const atStart: CheckState = { phase: 'idle', id: '', found: {}, questions: [], kept: false };

const withQuestions = (state: CheckState, questions: readonly CheckQuestion[]): CheckState => ({
  ...state,
  questions,
  phase: questions.length > 0 ? 'running' : 'keeping',
});

/**
 * The check of this device: the trials run at once, then a person says what they heard and saw. `live`: what needs no
 * trial, as it is when the check ends.
 */
export function useDeviceCheck(store: Store, live: DeviceCheck): RunningCheck {
  const [state, setState] = useState(atStart);

  const start = async (): Promise<void> => {
    setState({ ...atStart, phase: 'running' });
    const [{ id, reached }, sound, printers, version] = await Promise.all([
      startCheck(store.id),
      trySound(),
      tryPrinters(store),
      lookForAppUpdate().then(
        (found): CheckResult<'version'> => (found ? 'older' : 'newest'),
        (): CheckResult<'version'> => 'untried',
      ),
    ]);
    const found = { ...reached, version, ...(sound && { sound }), ...(printers && { printers }) };
    const questions = (['sound', 'printers'] as const).filter((line) => found[line] === 'ready');
    setState(withQuestions({ ...atStart, id, found }, questions));
  };

  const answer = (yes: boolean): void =>
    setState((now) => {
      const [asked, ...others] = now.questions;
      const found: Found =
        asked === 'sound' ? { sound: yes ? 'heard' : 'unheard' } : { printers: yes ? 'printed' : 'unprinted' };
      return withQuestions({ ...now, found: { ...now.found, ...found } }, others);
    });

  const results = useEffectEvent((): DeviceCheck => ({ ...live, ...state.found }));
  const { phase, id } = state;
  useEffect(() => {
    if (phase === 'keeping')
      void keepCheck(store.id, id, results()).then((kept) => setState((now) => ({ ...now, kept, phase: 'done' })));
  }, [phase, id, store.id]);

  return { ...state, start: () => void start(), answer };
}

/** Plays the sound of an order; 'ready': somebody has to say whether it was heard. null: the sound is off. */
async function trySound(): Promise<CheckResult<'sound'> | null> {
  if (useSound.getState().mode === null) return null;
  const played = await playAlertSound('order');
  return played ? 'ready' : useSound.getState().state === 'ready' ? 'refused' : useSound.getState().state;
}

/** A slip on each printer of this computer; 'ready': somebody has to look at them. null: it has none. */
async function tryPrinters(store: Store): Promise<CheckResult<'printers'> | null> {
  const printers = localPrinters(printerConfigs(store.id));
  for (const printer of printers) {
    const trouble = await printLocally(store.id, printer, testSlip([...checkTexts.slip(store.name), printer]));
    if (trouble) return trouble.failure === 'away' || trouble.failure === 'gone' ? 'away' : 'failed';
  }
  return printers.length === 0 ? null : 'ready';
}
