import { wakeIn } from './clock.ts';

const firstAgainMs = 2_000;
const longestAgainMs = 60_000;

const failed = new Set<HTMLLinkElement>();
let reloading: Promise<void> | null = null;

/**
 * Notes the stylesheets that fail to load, and asks for them again until they are there. The loader of code asks for
 * each only once, and a screen whose code comes later would stand there without its styles.
 */
export function watchStyles(): void {
  let failures = 0;
  let cancel = (): void => {};
  const reload = (): void => {
    cancel();
    reloadStyles().then(
      () => {
        failures = 0;
      },
      () => {
        failures += 1;
      },
    );
  };
  // Such an event does not bubble.
  const note = ({ target }: Event): void => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failed.add(target);
    cancel();
    cancel = wakeIn(Math.min(longestAgainMs, firstAgainMs * 2 ** failures), reload);
  };
  addEventListener('error', note, true);
  addEventListener('online', reload);
}

/** Whether a stylesheet has failed to load and has not come since. */
export const lacksStyles = (): boolean => failed.size > 0 || reloading !== null;

/** Asks again for the stylesheets that failed to load. Rejects when one fails again. */
export function reloadStyles(): Promise<void> {
  if (failed.size > 0)
    reloading ??= replaceFailed().finally(() => {
      reloading = null;
    });
  return reloading ?? Promise.resolve();
}

async function replaceFailed(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(
    links.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = document.createElement('link');
          again.rel = 'stylesheet';
          again.href = link.href;
          again.addEventListener('load', () => resolve());
          again.addEventListener('error', () => reject(new Error(`no ${link.href}`)));
          link.replaceWith(again);
        }),
    ),
  );
}
