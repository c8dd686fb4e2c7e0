import { markOnce } from '#platform/tab-record.ts';
import { surroundings } from '#platform/surroundings.ts';
import { canLoadApp } from '#platform/worker.ts';

const mark = 'missing part: ';

/** Whether a screen crashed because its file could not be loaded. */
export const isMissingPart = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith(mark);

/**
 * Handles a chunk that failed to load because the server has deleted this build: reloads once, and never offline.
 * Otherwise the screen says that it could not be loaded, and the user decides (offline engine, Updates).
 */
export function onMissingPart({ payload }: VitePreloadErrorEvent): void {
  // The router knows such an error by its first words, and would reload by itself, even offline.
  payload.message = mark + payload.message;
  if (!surroundings().online) return;
  void canLoadApp().then((can) => {
    // This module's URL identifies the build: one reload per build.
    if (can && markOnce(`reload ${import.meta.url}`)) location.reload();
  });
}
