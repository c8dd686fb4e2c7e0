const failed = new Set<HTMLLinkElement>();

/** Notes the stylesheets that fail to load, for `reloadStyles`. */
export function watchStyles(): void {
  // Such an event does not bubble.
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  };
  addEventListener('error', note, true);
}

/**
 * Asks again for the stylesheets that failed to load: the loader of code asks for each only once. Rejects when one fails
 * again.
 */
export async function reloadStyles(): Promise<void> {
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
