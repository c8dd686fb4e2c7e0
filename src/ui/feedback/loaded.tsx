import type { ReactNode } from 'react';
import { IconCloudOff } from '#ui/icons.tsx';
import { ErrorPanel, Notice } from './panels.tsx';

interface LoadedProps<T> {
  /** undefined until it has loaded. */
  readonly data: T | undefined;
  /** Why it failed to load; null without a failure. */
  readonly problem: string | null;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Shown without a network; null with one. */
  readonly offline?: ReactNode;
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Loaded content; until then why there is none (no network, a failure with «Reintentar»), or its skeleton. */
export function Loaded<T>({ data, problem, retrying, onRetry, offline = null, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (offline !== null) return offline;
  if (problem !== null) return <ErrorPanel message={problem} retrying={retrying} onRetry={onRetry} />;
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
