import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { addLayer } from './overlay-stack.ts';

interface LayerOptions {
  /** Where the focus returns to; by default what has it now. */
  readonly opener?: HTMLElement | null;
  requestClose(): void;
  close(): void;
  /** Where the focus goes when the layer opens. */
  focusFirst(element: HTMLElement): void;
}

/** Ties a mounted element to the stack: focus in, inert page behind, focus back. */
export function useLayer(options: LayerOptions): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  // Taken while rendering: after the commit the focus may already be inside.
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
