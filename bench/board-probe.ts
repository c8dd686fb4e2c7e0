import { whenDone } from './paint-probe.ts';

/**
 * Runs in the page. It is text, because a compiled function would refer to helpers of its compiler. `drag` carries the
 * first card of the first column over the whole board and back, one move per frame, and returns the milliseconds
 * between frames. `next` taps the first card's next step and returns the milliseconds until the board without that card
 * was painted.
 */
export const boardProbe = `(() => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  ${whenDone}
  const firstColumn = () => document.querySelector('[data-column]');
  return {
    async drag(frames) {
      const card = firstColumn().querySelector('[data-card]');
      const box = card.getBoundingClientRect();
      const from = { x: box.left + box.width / 2, y: box.top + 12 };
      const send = (type, at, target = document) => target.dispatchEvent(new MouseEvent(type, {
        bubbles: true, cancelable: true, button: 0, buttons: type === 'mouseup' ? 0 : 1, clientX: at.x, clientY: at.y,
      }));
      send('mousedown', from, card);
      send('mousemove', { x: from.x + 12, y: from.y + 12 });
      await frame();
      const times = [];
      let before = await frame();
      for (let n = 1; n <= frames; n += 1) {
        const part = (1 - Math.cos((n / frames) * 4 * Math.PI)) / 2;
        send('mousemove', {
          x: from.x + part * (innerWidth - from.x - 60),
          y: from.y + 60 + 200 * Math.sin((n / frames) * 9 * Math.PI) ** 2,
        });
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      send('mousemove', { x: 2, y: 2 });
      await frame();
      send('mouseup', { x: 2, y: 2 });
      await frame();
      await frame();
      return times;
    },
    async next() {
      const column = firstColumn();
      const card = column.querySelector('[data-card]');
      const uid = card.dataset.card;
      const button = [...card.querySelectorAll('button')].find((b) => !('open' in b.dataset));
      const began = performance.now();
      button.click();
      return (await painted(() => column.querySelector('[data-card="' + uid + '"]') === null)) - began;
    },
    /** Longest task from now until 'stop', in milliseconds; under 50 a browser reports none. */
    listen() {
      window.longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
    },
  };
})()`;
