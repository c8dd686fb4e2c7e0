import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * A removed row takes its focused button with it. When the question about it has closed, the focus goes to the list, which
 * has `rows` rows now.
 */
export function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, rows: number, asking: boolean): void {
  const count = useRef(rows);
  const fewer = useRef(false);
  useEffect(() => {
    fewer.current ||= rows < count.current;
    count.current = rows;
    if (!fewer.current || asking) return;
    fewer.current = false;
    if (document.activeElement === document.body) list.current?.focus();
  }, [list, rows, asking]);
}
