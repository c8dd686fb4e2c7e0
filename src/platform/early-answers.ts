/** The answers to calls that src/app/early.ts made before the app ran, by method and path; null: it made none after all. */
export type EarlyAnswers = Map<string, Promise<Response | null>>;

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** The early call for a store's profile and its orders. */
export const earlyProfileOf = (storeId: number): string => `GET /api/store/${storeId}?parts=store%2Corders`;

/** Takes the answer to a call that the page made before the app ran. Each is given once; null without one. */
export async function takeEarlyAnswer(call: string): Promise<Response | null> {
  const answer = globalThis.window?.earlyAnswers?.get(call);
  window.earlyAnswers?.delete(call);
  return answer ?? null;
}

/** Resolves when the answer to such a call of the page is there; never when the page made none. Does not take it. */
export const earlyAnswerIsThere = (call: string): Promise<void> =>
  new Promise(
    (resolve) =>
      void window.earlyAnswers?.get(call)?.then(
        (answer) => answer && resolve(),
        () => {},
      ),
  );
