import { markOnce } from '#platform/tab-record.ts';
import { surroundings } from '#platform/surroundings.ts';
import { canLoadApp, isServed } from '#platform/worker.ts';

const mark = 'missing part: ';

/** Whether a screen crashed because its file could not be loaded. */
export const isMissingPart = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith(mark);

/** The file that an error of loading names; Safari names none. */
const fileIn = (message: string): string | null => /https?:\/\/\S+|\/\S+\.css/.exec(message)?.[0] ?? null;

/** Whether the server has deleted the file's build: a network that was away for a moment is no reason to reload. */
async function isGone(file: string | null): Promise<boolean> {
  return (await canLoadApp()) && (file === null || !(await isServed(file)));
}

/**
 * Handles a chunk that failed to load because the server has deleted this build: reloads once, and never offline.
 * Otherwise the screen says that it could not be loaded, and the user decides (offline engine, Updates).
 */
export function onMissingPart({ payload }: VitePreloadErrorEvent): void {
  const file = fileIn(payload.message);
  // The router knows such an error by its first words, and would reload by itself, even offline.
  payload.message = mark + payload.message;
  if (!surroundings().online) return;
  void isGone(file).then((gone) => {
    // This module's URL identifies the build: one reload per build.
    if (gone && markOnce(`reload ${import.meta.url}`)) location.reload();
  });
}
