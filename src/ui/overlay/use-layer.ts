import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { addLayer } from './overlay-stack.ts';

interface LayerOptions {
  /** The element that gets the focus back; by default the currently focused one. */
  readonly opener?: HTMLElement | null;
  requestClose(): void;
  close(): void;
  /** Moves the focus into the opened layer. */
  focusFirst(element: HTMLElement): void;
}

/**
 * Adds a mounted element to the stack: moves the focus in, makes the page behind inert, and restores the focus at the
 * end. React may hide a layer and show it again (Suspense, StrictMode): then the focus goes where it was in it.
 */
export function useLayer(options: LayerOptions): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const left = useRef<Element | null>(null);
  // Read it during the render: after the commit the focus may already be inside.
  const [opener] = useState(() => options.opener ?? document.activeElement);
  const requestClose = useEffectEvent(() => options.requestClose());
  const close = useEffectEvent(() => options.close());
  const focusFirst = useEffectEvent((root: HTMLElement) => options.focusFirst(root));
  useLayoutEffect(() => {
    const root = element.current;
    if (!root) return undefined;
    const remove = addLayer({ element: root, opener, requestClose: () => requestClose(), close: () => close() });
    if (left.current instanceof HTMLElement && left.current.isConnected) left.current.focus({ preventScroll: true });
    else focusFirst(root);
    return () => {
      left.current = root.contains(document.activeElement) ? document.activeElement : null;
      remove();
    };
  }, [opener]);
  return element;
}
