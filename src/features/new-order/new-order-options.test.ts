import { describe, expect, it } from 'vitest';
import type { Code, ServiceType, Store } from '#domain/store.ts';
import { serviceTypes } from '#domain/store.ts';
import { newOrderOptions, optionForKey } from './new-order-options.ts';

const code = (id: number, more: Partial<Code> = {}): Code => ({
  id,
  code: `m${id}`,
  description: `Mesa ${id}`,
  type: 'LOCAL',
  group: false,
  default: false,
  waiting_count: 0,
  ...more,
});

const store = (immediate: readonly ServiceType[], preorder = false): Pick<Store, 'services' | 'status'> => ({
  services: serviceTypes.map((type) => ({
    type,
    status: true,
    options: [
      { type: 'immediate', status: true },
      { type: 'scheduled', status: true },
    ],
  })),
  status: {
    open: false,
    immediate: {
      open: true,
      services: {
        LOCAL: immediate.includes('LOCAL'),
        TAKEAWAY: immediate.includes('TAKEAWAY'),
        DELIVERY: immediate.includes('DELIVERY'),
      },
    },
    preorder,
    delay: 0,
    autoclose: null,
    autoclose_asked: false,
    autoclose_accepted: false,
    paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
  },
});

const counter = code(1, { description: 'Mostrador', default: true });
const codes = [code(2), counter, code(3, { group: true }), code(4)];

describe('the options of a new order', () => {
  it('are the default code, take away and the other codes without group (H-35, H-36, H-37, H-38)', () => {
    expect(newOrderOptions(store(['LOCAL', 'TAKEAWAY', 'DELIVERY']), codes)).toEqual([
      { kind: 'local', code: counter },
      { kind: 'takeaway' },
      { kind: 'delivery' },
      { kind: 'more', codes: [codes[0], codes[3], null], scheduled: [] },
    ]);
  });

  it('leave out what has no immediate service now, whether the store is open or not (N-54)', () => {
    expect(newOrderOptions(store(['TAKEAWAY']), codes)).toEqual([{ kind: 'takeaway' }]);
    expect(newOrderOptions(store(['LOCAL']), [counter])).toEqual([
      { kind: 'local', code: counter },
      { kind: 'more', codes: [null], scheduled: [] },
    ]);
    expect(newOrderOptions(store([]), codes)).toEqual([]);
  });

  it('offer an order in the store without a code, also where there is none (C-54)', () => {
    expect(newOrderOptions(store(['LOCAL']), [])).toEqual([{ kind: 'local', code: null }]);
    expect(newOrderOptions(store(['LOCAL']), [code(3, { group: true })])).toEqual([{ kind: 'local', code: null }]);
  });

  it('offer for later what the store schedules, also when nothing is served at once (K-33, N-35)', () => {
    expect(newOrderOptions(store([], true), codes)).toEqual([
      { kind: 'more', codes: [], scheduled: ['TAKEAWAY', 'DELIVERY'] },
    ]);
  });

  it('are chosen by number or by letter (C1)', () => {
    const options = newOrderOptions(store(['LOCAL', 'TAKEAWAY']), codes);
    expect(optionForKey(options, '3')?.kind).toBe('more');
    expect(optionForKey(options, 'L')?.kind).toBe('local');
    expect(optionForKey(options, 'a')?.kind).toBe('takeaway');
    expect(optionForKey(options, 'd')).toBeNull();
    expect(optionForKey(options, '4')).toBeNull();
    expect(optionForKey(options, 'x')).toBeNull();
  });
});
