import type { ReactNode } from 'react';
import { useState } from 'react';
import { IconCloudOff } from '#ui/icons.tsx';
import { ErrorPanel, Notice } from './panels.tsx';

interface LoadedProps<T> {
  /** undefined until it has loaded. */
  readonly data: T | undefined;
  /** Why it failed to load; null without a failure. */
  readonly problem: string | null;
  /** It failed to load before. While it loads again, the last failure stays in sight. */
  readonly hasFailed?: boolean;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Shown without a network; null with one. */
  readonly offline?: ReactNode;
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Loaded content; until then why there is none (no network, a failure with «Reintentar»), or its skeleton. */
export function Loaded<T>({
  data,
  problem,
  hasFailed = false,
  retrying,
  onRetry,
  offline = null,
  skeleton,
  children,
}: LoadedProps<T>) {
  const [last, setLast] = useState(problem);
  if (problem !== null && problem !== last) setLast(problem);
  const told = problem ?? (hasFailed ? last : null);
  if (data !== undefined) return children(data);
  if (offline !== null) return offline;
  if (told !== null) return <ErrorPanel message={told} retrying={retrying} onRetry={onRetry} />;
  return skeleton;
}

/** The text of content that needs a network. */
export function OfflineNotice({ children }: { readonly children: ReactNode }) {
  return (
    <Notice icon={<IconCloudOff size={22} />} tone="warning">
      {children}
    </Notice>
  );
}
