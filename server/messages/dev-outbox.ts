import { type Instant, isoFromInstant } from '#domain/time.ts';

export interface KeptMessage {
  readonly at: string;
  readonly kind: 'mail' | 'sms';
  readonly to: string;
  /** null = an SMS has none. */
  readonly subject: string | null;
  readonly text: string;
}

/** Older ones are forgotten. */
const keptMessages = 100;

/** What would have been sent, newest first; lives with the process. */
export function createDevOutbox() {
  let kept: readonly KeptMessage[] = [];
  return {
    add(message: Omit<KeptMessage, 'at'>, now: Instant): void {
      kept = [{ at: isoFromInstant(now), ...message }, ...kept].slice(0, keptMessages);
    },
    list: (): readonly KeptMessage[] => kept,
  };
}

export type DevOutbox = ReturnType<typeof createDevOutbox>;
