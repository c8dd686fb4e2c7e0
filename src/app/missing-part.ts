import { markOnce } from '#platform/tab-record.ts';
import { surroundings } from '#platform/surroundings.ts';
import { canLoadApp } from '#platform/worker.ts';

/**
 * Handles a chunk that failed to load because the server has deleted this build: reloads once, and never offline.
 * Otherwise the screen shows that it crashed, and the user decides (offline engine, Updates).
 */
export function onMissingPart(event: Event): void {
  // Otherwise the router would reload by itself after such an error, even offline.
  event.preventDefault();
  if (!surroundings().online) return;
  void canLoadApp().then((can) => {
    // This module's URL identifies the build: one reload per build.
    if (can && markOnce(`reload ${import.meta.url}`)) location.reload();
  });
}
