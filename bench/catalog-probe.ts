import { whenDone } from './paint-probe.ts';

/**
 * Runs in the page, as text (a compiled function brings its compiler's own names along): acts, and tells how many
 * milliseconds later the frame with the outcome had been painted.
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

/** What the probe's functions are called in the page. */
export interface CatalogProbe {
  type(text: string, id: number): Promise<number>;
  add(id: number, count: number): Promise<number>;
  first(): Promise<number>;
}
