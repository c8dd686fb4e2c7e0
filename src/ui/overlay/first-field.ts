const fields = [
  'input:not([type="hidden"]):not(:disabled):not([tabindex="-1"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
].join(', ');

/** Focuses the element with data-autofocus, else the first field, else the title. */
export function focusFirstField(root: HTMLElement): void {
  const target =
    root.querySelector<HTMLElement>('[data-autofocus]') ??
    root.querySelector<HTMLElement>(fields) ??
    root.querySelector<HTMLElement>('[data-title]');
  target?.focus({ preventScroll: true });
}
