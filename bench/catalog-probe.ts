import { whenDone } from './paint-probe.ts';

/**
 * Runs in the page. It is text, because a compiled function would refer to helpers of its compiler. Performs an action
 * and returns the milliseconds until the frame with the outcome was painted.
 */
export const catalogProbe = `(() => {
  ${whenDone}
  const card = (id) => document.querySelector('[data-item="' + id + '"]');
  const timed = async (act, done) => {
    if (done()) throw new Error('it is there already');
    const began = performance.now();
    act();
    return (await painted(done)) - began;
  };
  return {
    type(text, id) {
      const box = document.querySelector('input[type=search]');
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      return timed(() => {
        write.call(box, text);
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, () => card(id) !== null);
    },
    add(id, count) {
      const button = card(id).querySelector('div > button:last-child');
      return timed(() => button.click(), () => card(id).querySelector('b')?.textContent === String(count));
    },
    first: () => painted(() => document.querySelector('[data-item]') !== null),
  };
})()`;

/** The probe's functions in the page. */
export interface CatalogProbe {
  type(text: string, id: number): Promise<number>;
  add(id: number, count: number): Promise<number>;
  first(): Promise<number>;
}
