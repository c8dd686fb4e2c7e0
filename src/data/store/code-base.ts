import { localRecord } from '#platform/local-record.ts';
import { pageUrl } from '#platform/surroundings.ts';

const kept = localRecord<string>('code-base', 1, (value): value is string => typeof value === 'string');

/** Stores what the server said, because the camera works without a network, too. */
export function noteCodeBase(base: string | null): void {
  if (base === null) kept.clear();
  else if (base !== kept.read()) kept.write(base);
}

/** What the QR of a code begins with (N-29). */
export const codeBase = (): string => kept.read() ?? pageUrl('/c/');
