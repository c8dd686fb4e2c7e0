import { describe, expect, it } from 'vitest';
import { chosenSchedule } from './schedule-choice.ts';

const days = [
  { date: '2026-06-05', date_for_humans: 'Viernes 5 de junio', hours: [{ from: '20:00', to: '20:30' }] },
  { date: '2026-06-06', date_for_humans: 'Sábado 6 de junio', hours: [{ from: '12:00', to: '12:30' }] },
];

describe('the schedule', () => {
  it('needs a day that is offered (K-35)', () => {
    expect(chosenSchedule(days, null, '20:00-20:30')).toEqual({ ok: false, missing: 'day' });
    expect(chosenSchedule(days, '2026-06-07', '20:00-20:30')).toEqual({ ok: false, missing: 'day' });
  });

  it('needs an hour of that day (K-36, K-37)', () => {
    expect(chosenSchedule(days, '2026-06-05', null)).toEqual({ ok: false, missing: 'hour' });
    expect(chosenSchedule(days, '2026-06-06', '20:00-20:30')).toEqual({ ok: false, missing: 'hour' });
  });

  it('is sent with day, from-to and words (K-40)', () => {
    expect(chosenSchedule(days, '2026-06-05', '20:00-20:30')).toEqual({
      ok: true,
      when: {
        option: 'scheduled',
        date: '2026-06-05',
        hour: '20:00-20:30',
        description: 'Viernes 5 de junio, 20:00 a 20:30 hs',
      },
    });
  });
});
