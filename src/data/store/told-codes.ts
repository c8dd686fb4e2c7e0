import type { Profile } from '#contract/wire/stores.ts';
import type { Code } from '#domain/store.ts';

type Told = ReadonlyMap<number, Code | null>;

/** Store id -> code id -> the code from its last event since the last profile read began; null = it was removed. */
const told = new Map<number, Map<number, Code | null>>();

export function noteCode(storeId: number, id: number, code: Code | null): void {
  const all = told.get(storeId) ?? new Map<number, Code | null>();
  told.set(storeId, all.set(id, code));
}

export function withCodes(codes: readonly Code[], news: Told): readonly Code[] {
  const known = new Set(codes.map((c) => c.id));
  const kept = codes.flatMap((c) => {
    const now = news.get(c.id);
    return now === null ? [] : [now ?? c];
  });
  return [...kept, ...[...news.values()].filter((c) => c !== null && !known.has(c.id))].filter((c) => c !== null);
}

/**
 * Call when a read of the profile begins. Events that arrive before its answer may be newer: the result applies them to
 * it.
 */
export function codesWhileReading(storeId: number): (profile: Profile) => Profile {
  const news = new Map<number, Code | null>();
  told.set(storeId, news);
  return (profile) => (news.size === 0 ? profile : { ...profile, codes: withCodes(profile.codes, news) });
}
