import type { StoreStatus } from '#domain/store.ts';
import type { DayHours } from '#domain/time.ts';

/** The status of an open store with every service on. */
export const statusWith = (more: Partial<StoreStatus> = {}): StoreStatus => ({
  open: true,
  immediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: true } },
  preorder: true,
  delay: 10,
  autoclose: null,
  autoclose_asked: false,
  autoclose_accepted: false,
  paused_until: { LOCAL: null, TAKEAWAY: null, DELIVERY: null },
  ...more,
});

/** Friday 12:00–15:00 and 19:00–02:30 in Buenos Aires. 20 November 2026 is a Friday. */
export const fridayHours: DayHours[] = [
  {
    day_idx: 5,
    hours: [
      { from: '12:00', to: '15:00' },
      { from: '19:00', to: '02:30' },
    ],
  },
];

export const fridayStore = { hours: fridayHours, timezone: 'America/Argentina/Buenos_Aires' };
