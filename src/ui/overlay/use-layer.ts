import { useLayoutEffect, useRef, useState } from 'react';
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
 * end.
 */
export function useLayer(options: LayerOptions): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  // Read it during the render: after the commit the focus may already be inside.
  const [opener] = useState(() => options.opener ?? document.activeElement);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useLayoutEffect(() => {
    const root = element.current;
    if (!root) return undefined;
    const remove = addLayer({
      element: root,
      opener,
      requestClose: () => latest.current.requestClose(),
      close: () => latest.current.close(),
    });
    latest.current.focusFirst(root);
    return remove;
  }, [opener]);
  return element;
}
