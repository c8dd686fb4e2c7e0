const shells = '[data-shell]';
const screenThere = 'main:not([aria-busy="true"])';

/**
 * Removes the frame of the page before the first screen is painted. While the screen waits for its data, the frame stays
 * behind the words about it.
 */
export function dropShellUnder(root: HTMLElement): void {
  const look = (): void => {
    if (!root.querySelector(screenThere)) return;
    observer.disconnect();
    for (const shell of document.body.querySelectorAll(shells)) shell.remove();
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
  look();
}
