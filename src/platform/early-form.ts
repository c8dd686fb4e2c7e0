/** What a person typed in the form of the page before the app ran (index.html, docs/decisions/025). */
export interface EarlyForm {
  /** By the names of the fields. */
  readonly values: ReadonlyMap<string, string>;
  /** The name of the field that has the focus; null without one. */
  readonly focused: string | null;
  /** Whether the form was sent: then the app sends it. */
  readonly sent: boolean;
}

/**
 * Takes the form out of the page; null when it is not there. Call in the commit that shows the app's own form: between
 * a render and its commit, a person could type one more letter.
 */
export function takeEarlyForm(): EarlyForm | null {
  const form = document.querySelector<HTMLFormElement>('.shell:not([hidden]) form');
  if (!form) return null;
  const fields = [...form.querySelectorAll('input')];
  const taken: EarlyForm = {
    values: new Map(fields.map(({ name, value }) => [name, value])),
    focused: fields.find((field) => field === document.activeElement)?.name ?? null,
    sent: 'sent' in form.dataset,
  };
  form.remove();
  return taken;
}
