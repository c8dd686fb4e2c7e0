import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Country } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import type { MapsPort, Suggestion } from './maps/port.ts';

/** Debounce after the last keystroke. */
const pauseMs = 250;
const leastChars = 3;

export type Found =
  | { readonly state: 'idle' | 'searching' | 'failed' }
  | { readonly state: 'found'; readonly suggestions: readonly Suggestion[] };

/** Suggestions for the typed text; null means no search. */
export function useAddressSearch(text: string | null, port: MapsPort | undefined, country: Country): Found {
  const wanted = text === null || text.trim().length < leastChars ? null : text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => wakeIn(pauseMs, () => setAsked(wanted ?? '')), [wanted]);
  const { data, isError } = useQuery({
    queryKey: ['addresses', country, asked],
    queryFn: ({ signal }): Promise<Suggestion[]> => port?.search(asked, country, signal) ?? Promise.resolve([]),
    enabled: wanted !== null && asked !== '' && port !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  });
  if (wanted === null) return { state: 'idle' };
  if (isError) return { state: 'failed' };
  return data ? { state: 'found', suggestions: data } : { state: 'searching' };
}
