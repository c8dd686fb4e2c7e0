import { driver } from 'driver.js';
import type { TourStep } from '#domain/tours.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { addLayer, closeAll, closeTop } from '#ui/overlay/overlay-stack.ts';
import { type TableOpener, targets } from './targets.ts';
import { guideTexts as texts, stepTexts } from './texts.ts';
import 'driver.js/dist/driver.css';
import './tour.css';

/** How long a step waits for its element before it says that it is not on the screen. */
const waitMs = 2_000;

interface TourOptions {
  readonly steps: readonly TourStep[];
  /** The first step that is shown, from 0. */
  readonly from: number;
  /** Opens the first table that is free, or open; null: there is none. */
  readonly tables: Readonly<Record<TableOpener, (() => void) | null>>;
  /** Called once, with the step on which the tour ended; `finished`: it was walked to its end. */
  readonly onEnd: (step: number, finished: boolean) => void;
}

/**
 * Walks through a tour on the screen as it is: dims the rest, moves the focus into each step, opens what a step needs
 * by the control that a person would tap (O-06, B12). `leave` ends it as «Salir» does, `cancel` without telling.
 */
export function startTour({ steps, from, tables, onEnd }: TourOptions): { leave: () => void; cancel: () => void } {
  const opener = document.activeElement;
  let at = from;
  let ended = false;
  let removeLayer = (): void => {};

  const cancel = (): void => {
    ended = true;
    removeLayer();
    tour.destroy();
  };
  const end = (finished: boolean): void => {
    if (ended) return;
    cancel();
    // What the steps opened.
    closeAll();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    onEnd(at, finished);
  };
  const show = async (next: number): Promise<void> => {
    const step = steps[next];
    if (step === undefined) return end(next >= steps.length);
    removeLayer();
    at = next;
    const { find, open } = targets[step];
    // What an earlier step opened covers this one.
    while (find()?.closest('[inert]') && closeTop());
    if (find() === null) {
      const control = typeof open === 'string' ? null : (open?.() ?? null);
      const opening = typeof open === 'string' ? tables[open] : control && (() => control.click());
      opening?.();
      // At the first step the screen may still be loading.
      if (opening || next === from) await appears(find);
    }
    if (ended || at !== next) return;
    if (tour.isActive()) tour.moveTo(next);
    else tour.drive(next);
  };

  const tour = driver({
    allowClose: true,
    // With it, a step that is left before it came to rest stays marked.
    animate: false,
    disableActiveInteraction: true,
    doneBtnText: texts.done,
    nextBtnText: texts.next,
    // A tap beside the step must not end the tour by accident.
    overlayClickBehavior: () => {},
    popoverClass: 'tour',
    prevBtnText: texts.previous,
    progressText: texts.progress,
    showProgress: true,
    stageRadius: 8,
    steps: steps.map((step) => ({
      // An element that is missing: the library shows the step in the middle of the screen.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null is allowed at run time, but not in its types
      element: targets[step].find as () => Element,
      popover: { title: stepTexts[step].title, description: stepTexts[step].text },
    })),
    onCloseClick: () => end(false),
    onDestroyStarted: () => end(false),
    onNextClick: () => void show(at + 1),
    onPrevClick: () => void show(at - 1),
    // The library marks the element as if it opened the step, also where ARIA forbids that.
    onHighlighted: (element) => {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
    onPopoverRender: ({ wrapper, description, closeButton, nextButton }) => {
      const step = steps[at];
      if (step === undefined) return;
      const isMissing = targets[step].find() === null;
      const { title, text, missing } = stepTexts[step];
      const words = isMissing ? `${text} ${missing ?? texts.missing}` : text;
      description.textContent = words;
      closeButton.textContent = texts.leave;
      closeButton.removeAttribute('aria-label');
      wrapper.dataset['layer'] = 'tour';
      wrapper.addEventListener('keydown', goRound);
      removeLayer();
      removeLayer = addLayer({
        element: wrapper,
        opener: null,
        requestClose: () => end(false),
        close: () => end(false),
      });
      announce(`${title}. ${words}`);
      // The library focuses the first button, «Salir», after this.
      queueMicrotask(() => nextButton.focus());
    },
  });
  void show(from);
  return { leave: () => end(false), cancel };
}

/** Resolves when the element is there, or after `waitMs` without it. */
function appears(find: () => HTMLElement | null): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (find() !== null) done();
    });
    const timer = setTimeout(done, waitMs);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    if (find() !== null) done();
  });
}

/** Keeps Tab in the step. The library and the stack of layers would both move the focus. */
function goRound(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter((stop) =>
    stop.checkVisibility(),
  );
  const place = stops.findIndex((stop) => stop === document.activeElement);
  stops.at((place + (event.shiftKey ? -1 : 1)) % stops.length)?.focus();
}
