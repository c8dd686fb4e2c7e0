import { type Instant, isoFromInstant } from '#domain/time.ts';

export interface KeptMessage {
  readonly at: string;
  readonly kind: 'mail' | 'sms';
  readonly to: string;
  /** null for an SMS. */
  readonly subject: string | null;
  readonly text: string;
}

/** Limit of kept messages; older ones are dropped. */
const keptMessages = 100;

/** Undelivered messages, newest first, in memory only. */
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
