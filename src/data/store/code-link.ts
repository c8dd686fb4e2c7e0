import { queryClient } from '#data/api/query-client.ts';
import { lastStoreId } from '#data/session/session.ts';
import { localRecord } from '#platform/local-record.ts';
import { pageUrl } from '#platform/surroundings.ts';
import { storeQueries } from './stores.ts';

const kept = localRecord<string>('code-base', 1, (value): value is string => typeof value === 'string');

/** Stores what the server said, because the camera works without a network, too. */
export function noteCodeBase(base: string | null): void {
  if (base === null) kept.clear();
  else if (base !== kept.read()) kept.write(base);
}

/** What the QR of a code begins with (N-29). */
export const codeBase = (): string => kept.read() ?? pageUrl('/c/');

interface CodeOwner {
  readonly storeId: number;
  readonly codeId: number;
}

async function codeIn(storeId: number, code: string): Promise<CodeOwner | null> {
  const { codes } = await queryClient.ensureQueryData(storeQueries.profile(storeId));
  const found = codes.find((c) => c.code === code);
  return found ? { storeId, codeId: found.id } : null;
}

/**
 * The store of this person that has the code: the last used one, else the first of the others; null if none has it.
 * Rejects when it is in none of the stores that could be read, and one could not.
 */
export async function ownerOfCode(code: string): Promise<CodeOwner | null> {
  const last = lastStoreId();
  const errors: unknown[] = [];
  const search = async (storeId: number): Promise<CodeOwner | null> => {
    try {
      return await codeIn(storeId, code);
    } catch (error) {
      errors.push(error);
      return null;
    }
  };
  const here = last === null ? null : await search(last);
  if (here) return here;
  const { stores } = await queryClient.ensureQueryData(storeQueries.list());
  for (const { id } of stores) {
    const found = id === last ? null : await search(id);
    if (found) return found;
  }
  if (errors.length > 0) throw errors[0];
  return null;
}
