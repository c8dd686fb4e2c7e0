import { describe, expect, it } from 'vitest';
import type { Pivot, Role } from './roles.ts';
import type { Store } from './store.ts';
import {
  catalogTypeOf,
  defaultCode,
  enabledServices,
  homeView,
  immediateServices,
  scheduledServices,
  serviceTypes,
  sideColumn,
} from './store.ts';

const pivot = (role: Role, canDiscount?: boolean): Pivot => ({
  role,
  owner: role === 'owner',
  config: { vatCategory: null, ...(canDiscount === undefined ? {} : { canDiscount }) },
});

describe('what a store offers', () => {
  const store = (
    more: { LOCAL?: boolean; preorder?: boolean; immediate?: boolean; scheduled?: boolean; status?: boolean } = {},
  ): Pick<Store, 'services' | 'status'> => ({
    services: serviceTypes.map((type) => ({
      type,
      status: more.status ?? true,
      options: [
        { type: 'immediate', status: more.immediate ?? true },
        { type: 'scheduled', status: more.scheduled ?? true },
      ],
    })),
    status: {
      open: false,
      immediate: { open: true, services: { LOCAL: more.LOCAL ?? true, TAKEAWAY: true, DELIVERY: true } },
      preorder: more.preorder ?? true,
      delay: 0,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
    },
  });

  it('depends on the status and the service, not on being open (T-29, T-30, N-54)', () => {
    expect(immediateServices(store())).toEqual(['LOCAL', 'TAKEAWAY', 'DELIVERY']);
    expect(immediateServices(store({ LOCAL: false }))).toEqual(['TAKEAWAY', 'DELIVERY']);
    expect(immediateServices(store({ immediate: false }))).toEqual([]);
    expect(immediateServices(store({ status: false }))).toEqual([]);
    expect(enabledServices(store({ status: false }))).toEqual([]);
  });

  it('schedules only take-away and delivery, and only with preorder (K-33)', () => {
    expect(scheduledServices(store())).toEqual(['TAKEAWAY', 'DELIVERY']);
    expect(scheduledServices(store({ preorder: false }))).toEqual([]);
    expect(scheduledServices(store({ scheduled: false }))).toEqual([]);
  });

  it('takes the catalog from the code for LOCAL and ONLINE for the rest (C-47, K-02)', () => {
    expect(catalogTypeOf('LOCAL', { type: 'LOCAL' })).toBe('LOCAL');
    expect(catalogTypeOf('LOCAL', null)).toBe('ONLINE');
    expect(catalogTypeOf('TAKEAWAY', { type: 'LOCAL' })).toBe('ONLINE');
    expect(catalogTypeOf('DELIVERY', null)).toBe('ONLINE');
  });

  it('has a default code: the marked one, else the first without group (H-35)', () => {
    const code = (id: number, group: boolean, isDefault = false) => ({
      id,
      code: `C${id}`,
      description: '',
      type: 'LOCAL' as const,
      group,
      default: isDefault,
      waiting_count: 0,
    });
    expect(defaultCode([code(1, false), code(2, false, true)])?.id).toBe(2);
    expect(defaultCode([code(1, true), code(2, false)])?.id).toBe(2);
    expect(defaultCode([code(1, true)])).toBeNull();
  });

  it('shows admins the board, then the plan panel, then shortcuts (H-02, H-03, H-04, D-03)', () => {
    expect(homeView({ pivot: pivot('operator'), plan: 'free' })).toBe('board');
    expect(homeView({ pivot: pivot('seller'), plan: 'free' })).toBe('plan');
    expect(homeView({ pivot: pivot('seller'), plan: 'standard' })).toBe('shortcuts');
  });

  it('puts maps, else codes, else the status beside it, nothing on free', () => {
    expect([
      sideColumn('premium', 1, 1),
      sideColumn('premium', 0, 1),
      sideColumn('standard', 0, 0),
      sideColumn('free', 1, 1),
    ]).toEqual(['maps', 'codes', 'status', 'none']);
  });
});
