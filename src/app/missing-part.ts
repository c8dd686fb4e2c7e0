import { markOnce } from '#platform/session-mark.ts';
import { surroundings } from '#platform/surroundings.ts';
import { canLoadApp } from '#platform/worker.ts';

/**
 * A part of this build could not be loaded: the server forgot it, so the present build is fetched, once, and never
 * without a network: then the screen says that it broke and the person decides (offline engine, Updates).
 */
export function onMissingPart(event: Event): void {
  // Left alone, the router reloads at an error of this kind by itself, without a network too.
  event.preventDefault();
  if (!surroundings().online) return;
  void canLoadApp().then((can) => {
    // The address of this very file names the build.
    if (can && markOnce(`reload ${import.meta.url}`)) location.reload();
  });
}
