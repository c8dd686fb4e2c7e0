import { create } from 'zustand';
import { confirmationToastMs, defaultToastMs, messageToastMs, newOrderToastMs, undoMs } from '#domain/limits.ts';
import { uiTexts } from '#ui/texts.ts';
import { announce } from './announcer.tsx';

export type ToastKind = 'info' | 'success' | 'warning' | 'error' | 'order' | 'message';

export interface ToastAction {
  readonly label: string;
  readonly onAction: () => void;
}

export interface ToastInput {
  readonly kind: ToastKind;
  readonly text: string;
  readonly title?: string | undefined;
  /** Milliseconds, or 'sticky' to stay until the person answers. Defaults to the kind's duration. */
  readonly duration?: number | 'sticky' | undefined;
  readonly action?: ToastAction | undefined;
  readonly secondary?: ToastAction | undefined;
  /** A notice with a known id replaces the old one in place, without an announcement. */
  readonly id?: string | undefined;
  /** True if `record` has already announced and logged it. */
  readonly recorded?: boolean | undefined;
}

export interface Toast extends ToastInput {
  readonly id: string;
  readonly duration: number | 'sticky';
}

/** The duration of each kind (F-42, F-43, B-44, R-03). */
export const toastMs: Readonly<Record<ToastKind, number>> = {
  info: defaultToastMs,
  success: confirmationToastMs,
  warning: defaultToastMs,
  error: defaultToastMs,
  order: newOrderToastMs,
  message: messageToastMs,
};

/** The maximum of visible notices. The others wait behind «+2 avisos» until there is room. */
export const toastsAtOnce = 3;
export const toastLogSize = 50;

interface ToastState {
  readonly shown: readonly Toast[];
  readonly waiting: readonly Toast[];
  /** Newest first, for «Avisos». */
  readonly log: readonly Toast[];
}

const empty: ToastState = { shown: [], waiting: [], log: [] };
const useToastState = create<ToastState>()(() => empty);
const { getState: current, setState: set } = useToastState;
let serial = 0;
let undos: readonly { readonly id: string; readonly onUndo: () => void }[] = [];

/** Title and text as sentences for screen readers. */
const spoken = ({ title = '', text }: Toast): string =>
  title === '' ? text : `${title}${title.endsWith('.') ? '' : '.'} ${text}`;

const isAssertive = (kind: ToastKind): boolean => kind === 'error' || kind === 'order';

/** An undo notice must show at once, because its five seconds are running: it displaces the newest other notice. */
function place(notice: Toast, urgent: boolean): Pick<ToastState, 'shown' | 'waiting'> {
  const { shown, waiting } = current();
  if (shown.length < toastsAtOnce) return { shown: [...shown, notice], waiting };
  const moved = urgent ? shown.findLast((t) => undos.every((u) => u.id !== t.id)) : undefined;
  if (!moved) return { shown, waiting: [...waiting, notice] };
  return { shown: [...shown.filter((t) => t !== moved), notice], waiting: [moved, ...waiting] };
}

const show = (input: ToastInput): string => put(input, false);

/** The notice, in the log and announced, but not on the screen. */
function record(input: ToastInput): Toast {
  const notice = noticeOf(input);
  set({ log: logWith(notice) });
  announce(spoken(notice), isAssertive(notice.kind) ? 'assertive' : 'polite');
  return notice;
}

function noticeOf(input: ToastInput): Toast {
  serial += 1;
  return { ...input, id: input.id ?? `toast-${serial}`, duration: input.duration ?? toastMs[input.kind] };
}

const logWith = (notice: Toast): readonly Toast[] =>
  [notice, ...current().log.filter((t) => t.id !== notice.id)].slice(0, toastLogSize);

function put(input: ToastInput, urgent: boolean): string {
  const notice = noticeOf(input);
  const { id } = notice;
  const state = current();
  const log = input.recorded ? state.log : logWith(notice);
  const swap = (list: readonly Toast[]): readonly Toast[] => list.map((t) => (t.id === id ? notice : t));
  if ([...state.shown, ...state.waiting].some((t) => t.id === id)) {
    set({ shown: swap(state.shown), waiting: swap(state.waiting), log });
    return id;
  }
  set({ ...place(notice, urgent), log });
  if (!input.recorded) announce(spoken(notice), isAssertive(notice.kind) ? 'assertive' : 'polite');
  return id;
}

function dismiss(id: string): void {
  undos = undos.filter((u) => u.id !== id);
  const now = current();
  const shown = now.shown.filter((t) => t.id !== id);
  const waiting = now.waiting.filter((t) => t.id !== id);
  const free = toastsAtOnce - shown.length;
  set({ shown: [...shown, ...waiting.slice(0, free)], waiting: waiting.slice(free) });
}

function undo(options: { readonly text: string; readonly onUndo: () => void; readonly id?: string }): string {
  serial += 1;
  const id = options.id ?? `undo-${serial}`;
  const run = (): void => {
    dismiss(id);
    options.onUndo();
    announce(uiTexts.undone);
  };
  const action = { label: uiTexts.undo, onAction: run };
  put({ id, kind: 'success', text: options.text, duration: undoMs, action }, true);
  undos = [...undos.filter((u) => u.id !== id), { id, onUndo: run }];
  return id;
}

function undoLatest(): boolean {
  const latest = undos.at(-1);
  latest?.onUndo();
  return latest !== undefined;
}

function clear(): void {
  undos = [];
  set(empty);
}

/** The notices of the application. */
export const toast = {
  /** Shows and announces a notice; returns its id. */
  show,
  /** Announces a notice and keeps it in «Avisos» without showing it. */
  record,
  dismiss,
  /** Shows «Deshacer» for five seconds. The action must also be available elsewhere. */
  undo,
  /** Ctrl or Cmd + Z: runs the newest undo; false if there is none. */
  undoLatest,
  /** Removes all notices at logout, so that the next person sees none of them. */
  clear,
  /** For code outside React, and for tests. */
  current,
};

/** The visible notices, oldest first, and the waiting ones. */
export const useToasts = (): Pick<ToastState, 'shown' | 'waiting'> => useToastState();

/** The last 50 notices, newest first. */
export const useToastLog = (): readonly Toast[] => useToastState().log;

/** Says that what the person opened could not be loaded and opens when it can. */
export function tellMissing(): void {
  toast.show({ id: 'missing-part', kind: 'warning', text: uiTexts.missingPart });
}
