import { describe, expect, it } from 'vitest';
import { groupItems, menuTarget } from './menu-keys.ts';
import { menuGapPx, menuMarginPx, menuPosition } from './menu-position.ts';

const labels = ['Aceptar', 'Imprimir', 'Rechazar', 'Ícono', 'Atender'];

describe('the keys of a menu', () => {
  it('goes round with the arrows', () => {
    expect([menuTarget('ArrowDown', 0, labels), menuTarget('ArrowDown', 4, labels)]).toEqual([1, 0]);
    expect([menuTarget('ArrowUp', 0, labels), menuTarget('ArrowUp', -1, labels)]).toEqual([4, 4]);
    expect([menuTarget('Home', 3, labels), menuTarget('End', 0, labels)]).toEqual([0, 4]);
  });

  it('goes to the next label with that letter, accents and case aside', () => {
    expect(menuTarget('a', 0, labels)).toBe(4);
    expect(menuTarget('A', 4, labels)).toBe(0);
    expect(menuTarget('i', 1, labels)).toBe(3);
    expect(menuTarget('z', 1, labels)).toBeNull();
  });

  it('leaves Enter, space and an empty menu alone', () => {
    expect([menuTarget('Enter', 0, labels), menuTarget(' ', 0, labels), menuTarget('ArrowDown', 0, [])]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('puts neighbours with the same heading together, in order', () => {
    const groups = groupItems([{ group: 'Mover a…' }, { group: 'Mover a…' }, {}, { group: 'Demora' }]);
    expect(groups.map((g) => [g.heading, g.items.length])).toEqual([
      ['Mover a…', 2],
      [undefined, 1],
      ['Demora', 1],
    ]);
  });
});

describe('the place of a menu', () => {
  const screen = { width: 390, height: 844 };
  const menu = { width: 220, height: 300 };
  const button = (left: number, top: number) => ({ left, top, right: left + 44, bottom: top + 44 });

  it('is under its button, aligned to the end', () => {
    expect(menuPosition(button(300, 100), menu, screen, 'end')).toMatchObject({ left: 124, top: 144 + menuGapPx });
  });

  it('is over the button when there is more room', () => {
    expect(menuPosition(button(300, 700), menu, screen, 'end').top).toBe(700 - menuGapPx - 300);
  });

  it('never leaves the screen', () => {
    expect(menuPosition(button(0, 100), menu, screen, 'end').left).toBe(menuMarginPx);
    expect(menuPosition(button(346, 100), menu, screen, 'start').left).toBe(390 - 220 - menuMarginPx);
  });

  it('scrolls inside what is left', () => {
    const place = menuPosition(button(100, 400), { width: 220, height: 2000 }, screen, 'end');
    expect(place.maxHeight).toBe(844 - 444 - menuGapPx - menuMarginPx);
  });
});
