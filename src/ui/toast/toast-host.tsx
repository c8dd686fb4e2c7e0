import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { settleMs } from '#domain/limits.ts';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconBell, IconClose, IconInfo, IconMessage, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { hasOpenOverlay } from '#ui/overlay/overlay-stack.ts';
import { uiTexts } from '#ui/texts.ts';
import { toast, useToasts } from './toast.ts';
import type { Toast, ToastKind } from './toast.ts';
import styles from './toast.module.css';

const icons: Record<ToastKind, ReactNode> = {
  info: <IconInfo />,
  success: <IconSuccess />,
  warning: <IconWarning />,
  error: <IconAlert />,
  order: <IconBell />,
  message: <IconMessage />,
};

/**
 * Render it once. It is outside the root that overlays make inert, so that people can answer a notice over a modal. From
 * 768 px on it has a place of its own below the content (`--dock`); on the phone it lies at the end of the screen that
 * the last touch was away from, and over a sheet at the top. So it never lies over the button that the same hand needs
 * next.
 */
export function ToastHost() {
  const { shown, waiting } = usePaintedToasts();
  const [held, setHeld] = useState(false);
  // A notice can disappear under the pointer without an event, so an empty host is never held.
  const isHeld = held && shown.length > 0;
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  const side = useFarSide(shown.length > 0);
  const host = useRef<HTMLElement>(null);
  useEffect(() => (host.current ? keepDock(host.current) : undefined), []);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only pause the countdown
    <section
      ref={host}
      aria-label={uiTexts.notices}
      className={styles['host']}
      data-side={side}
      data-toasts=""
      onBlur={release}
      onFocus={hold}
      onPointerEnter={hold}
      onPointerLeave={release}
      onPointerMove={hold}
      onTouchCancel={release}
      onTouchEnd={release}
      onTouchStart={hold}
    >
      {shown.map((item) => (
        <ToastCard key={item.id} among={shown} held={isHeld} item={item} onAnswer={release} />
      ))}
      {waiting.length > 0 ? <p className={styles['more']}>{uiTexts.moreNotices(waiting.length)}</p> : null}
    </section>,
    document.body,
  );
}

/**
 * Writes the height of the notices to `--dock` of what gives them their place: the frame and open overlays. A rule of
 * its own, and not the root's style: a value that all elements inherit would restyle the whole page for each notice.
 */
function keepDock(host: HTMLElement): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const observer = new ResizeObserver(() => sheet.replaceSync(`[data-docked] { --dock: ${host.offsetHeight}px }`));
  observer.observe(host);
  return () => {
    observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** The notices that the screen may show: a new one comes after the frame that answers the tap. */
function usePaintedToasts(): ReturnType<typeof useToasts> {
  const { shown, waiting } = useToasts();
  const [painted, setPainted] = useState<readonly string[]>(() => shown.map(({ id }) => id));
  const isNew = shown.some(({ id }) => !painted.includes(id));
  useEffect(() => {
    if (!isNew) return;
    // A page in the background paints nothing, and shows its notices when it is looked at again.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(shown.map(({ id }) => id)));
    });
    return () => cancelAnimationFrame(frame);
  }, [shown, isNew]);
  return { shown: shown.filter(({ id }) => painted.includes(id)), waiting };
}

let touchedLow = false;
let watching = false;

/** Remembers in which half of the screen the last touch was. Call it before the first notice; more calls do nothing. */
export function watchTouches(): void {
  if (watching) return;
  watching = true;
  const touched = ({ clientY }: PointerEvent): void => {
    touchedLow = clientY > window.innerHeight / 2;
  };
  addEventListener('pointerdown', touched, { capture: true, passive: true });
}

/**
 * 'top' if the last touch before the notices was in the lower half of the screen, or if an overlay is open: a sheet has
 * its actions at the bottom. An overlay that opens takes the focus.
 */
function useFarSide(any: boolean): 'top' | 'bottom' {
  const [was, setWas] = useState(false);
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  useEffect(() => {
    watchTouches();
    const leaveSheet = (): void => {
      if (hasOpenOverlay()) setSide('top');
    };
    addEventListener('focusin', leaveSheet);
    return () => removeEventListener('focusin', leaveSheet);
  }, []);
  if (was !== any) {
    setWas(any);
    if (any) setSide(touchedLow || hasOpenOverlay() ? 'top' : 'bottom');
  }
  return side;
}

interface ToastCardProps {
  readonly item: Toast;
  /** All notices on screen, which move each other. */
  readonly among: readonly Toast[];
  readonly held: boolean;
  readonly onAnswer: () => void;
}

function ToastCard({ item, among, held, onAnswer }: ToastCardProps) {
  useCountdown(item, held);
  const card = useRef<HTMLDivElement>(null);
  const unsettled = useUnsettled(card, item, among);
  const run = (action?: () => void): void => {
    // The focused notice disappears without a blur event: release the others.
    onAnswer();
    toast.dismiss(item.id);
    action?.();
  };
  const { action, secondary } = item;
  return (
    <div
      ref={card}
      className={cx(styles['toast'], styles[item.kind])}
      data-toast={item.kind}
      data-unsettled={unsettled}
    >
      <span className={styles['icon']}>{icons[item.kind]}</span>
      <div className={cx(styles['words'], !item.title && !secondary && styles['inline'])}>
        <span className="visually-hidden">{uiTexts.spokenKinds[item.kind]}</span>
        {item.title === undefined ? null : <p className={styles['title']}>{item.title}</p>}
        {/* Several messages are one notice, each on its own: notices that stack would cover the screen. */}
        {[...new Set(item.text.split('\n'))].map((message) => (
          <p key={message}>{message}</p>
        ))}
        {action || secondary ? (
          <div className={styles['actions']}>
            {action ? (
              <Button
                size="sm"
                variant={item.kind === 'order' ? 'primary' : 'secondary'}
                onClick={() => run(action.onAction)}
              >
                {action.label}
              </Button>
            ) : null}
            {secondary ? (
              <Button size="sm" variant="secondary" onClick={() => run(secondary.onAction)}>
                {secondary.label}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <IconButton icon={<IconClose size={20} />} label={uiTexts.close} onClick={() => run()} />
    </div>
  );
}

/**
 * 'new' for `settleMs` after the notice appeared: taps go to what lies below it. 'moved' for as long after it changed or
 * moved: its card takes the taps, its buttons do not.
 */
function useUnsettled(
  card: RefObject<HTMLDivElement | null>,
  item: Toast,
  among: readonly Toast[],
): 'new' | 'moved' | undefined {
  const [unsettled, setUnsettled] = useState<{ readonly how: 'new' | 'moved'; readonly turn: number } | null>({
    how: 'new',
    turn: 0,
  });
  const seen = useRef<{ readonly item: Toast; readonly among: readonly Toast[]; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    // Reading a place lays out the page, which the tap that this notice is about has just changed.
    if (seen.current?.item === item && isSame(seen.current.among, among)) return;
    // Without the shift of the entrance, which getBoundingClientRect would include.
    const parent = element.offsetParent instanceof HTMLElement ? element.offsetParent.offsetTop : 0;
    const top = parent + element.offsetTop;
    const before = seen.current;
    seen.current = { item, among, top };
    if (before !== null && (before.item !== item || before.top !== top))
      setUnsettled((now) => ({ how: 'moved', turn: (now?.turn ?? 0) + 1 }));
  }, [card, item, among]);
  useEffect(() => {
    if (unsettled === null) return undefined;
    const timer = setTimeout(() => setUnsettled(null), settleMs);
    return () => clearTimeout(timer);
  }, [unsettled]);
  return unsettled?.how;
}

const isSame = (a: readonly Toast[], b: readonly Toast[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

/**
 * Counts down while the notices are not held; a replaced notice starts again. Counts ticks, because ui has no clock.
 */
function useCountdown(item: Toast, held: boolean): void {
  const left = useRef(item.duration);
  useEffect(() => {
    left.current = item.duration;
  }, [item]);
  useEffect(() => {
    if (held || left.current === 'sticky') return undefined;
    const timer = setInterval(() => {
      if (left.current === 'sticky') return;
      left.current -= tickMs;
      if (left.current <= 0) toast.dismiss(item.id);
    }, tickMs);
    return () => clearInterval(timer);
  }, [item, held]);
}

const tickMs = 100;
