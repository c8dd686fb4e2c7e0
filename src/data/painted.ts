import { useEffect, useState } from 'react';
import { afterNextPaint } from '#platform/frames.ts';

/** Whether this part has been seen: what its first look does not need is loaded and rendered only then. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterNextPaint(() => setPainted(true)), []);
  return painted;
}
