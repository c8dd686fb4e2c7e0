import { describe, expect, it } from 'vitest';
import { buildEntry } from '#testing/builders-sync.ts';
import { buildOrder, testNow } from '#testing/builders.ts';
import { orderCommandWorld } from '#testing/order-command-world.ts';

const { common, order, status, reject, delay, submission, provisional, create, bodies, names, server, uid } =
  orderCommandWorld();

describe('bodies from disk', () => {
  it.each(names)('%s reads what it wrote, and nothing else', (name) => {
    const { isReadable } = server().command(name);
    const written: unknown = JSON.parse(JSON.stringify(bodies[name]));
    expect(isReadable(written)).toBe(true);
    for (const body of [null, 7, '', [], {}, { ...common }, { ...bodies[name], currency: '$' }])
      expect(isReadable(body)).toBe(false);
    const mayBeNull = ['code', 'readyBy'];
    for (const key of Object.keys(bodies[name]).filter((k) => !mayBeNull.includes(k)))
      expect([key, isReadable({ ...bodies[name], [key]: null })]).toEqual([key, false]);
  });

  it.each(names)('%s leaves the order alone when its body is nonsense', async (name) => {
    const s = server();
    const command = s.command(name);
    const { signal } = new AbortController();
    const context = { idempotencyKey: 'c', base: null, settleOnly: false, ageMs: 0, deviceId: 'd', seq: 1 };
    for (const body of [null, 7, { to: 'FLYING' }]) {
      expect(command.apply(order, body)).toBe(order);
      expect(command.canApplyAgain(order, body)).toBe(false);
      expect(command.undoes(body, buildEntry(1))).toBe(false);
      expect(await command.send(body, { ...context, entity: order, signal })).toEqual({ kind: 'unreadable' });
    }
    expect(s.sent).toEqual([]);
  });
});

describe('what the screen shows meanwhile (offline engine, principle 8)', () => {
  const { command } = server();

  it('a status, with the ready time that the server will give it (F-10, B-30)', () => {
    expect(command('status').apply(order, status)).toMatchObject({
      status: 'ACCEPTED',
      ready_by: testNow + 20 * 60_000,
    });
    const finished = buildOrder({ status: 'ACCEPTED' });
    expect(command('status').apply(finished, status)).toBe(finished);
    expect(command('status').apply(null, status)).toBeNull();
  });

  it('a rejection with its sentence, and a delay', () => {
    expect(command('reject').apply(order, reject)).toMatchObject({
      status: 'REJECTED',
      rejected_reason_message: 'Faltan productos.',
    });
    expect(command('delay').apply(order, delay)).toMatchObject({ ready_by: testNow + 10 * 60_000 });
  });

  it('a new order until the server has numbered it (K-75)', () => {
    expect(command('create').apply(null, create)).toMatchObject({
      uid,
      id: null,
      number: null,
      status: 'PENDING',
      total: 145_00,
      created_at: testNow,
      ready_by: null,
      ver: 0,
    });
    expect(command('create').apply(order, create)).toBe(order);
  });

  it('a new order that version 1 of the command had queued (I1)', () => {
    const code = { id: 7, code: 'm7', description: 'Mesa 7', group: false };
    const old = { ...common, submission, provisional: { ...provisional, code, ready_by: testNow } };
    const queued: unknown = JSON.parse(JSON.stringify(old));
    const version1 = server().versions.get('order.create/1');
    expect(version1?.isReadable(queued)).toBe(true);
    expect(version1?.apply(null, queued)).toMatchObject({ uid, code, ready_by: testNow, total: 145_00 });
  });

  it('compares the status by its own revision, a delay and a creation nothing (offline engine, On the server)', () => {
    const registers = names.map((name) => command(name).register?.(order) ?? null);
    const seen = { rev: 4, seen: 'PENDING' };
    expect(registers).toEqual([seen, seen, null, null]);
    // A delay succeeds on top of a state that the person has not seen, so no command may depend on it (I6).
    expect(names.map((name) => command(name).canBeParent)).toEqual([true, true, false, true]);
  });

  it('a status alone stands for one that never left, and is nothing when it leads back (offline engine, principle 8)', () => {
    expect(names.map((name) => command(name).replacesUnsent)).toEqual([true, false, false, false]);
    expect(command('status').undoes({ ...status, to: 'PENDING' }, buildEntry(1, 'a', { seen: 'PENDING' }))).toBe(true);
    expect(command('status').undoes(status, buildEntry(1, 'a', { seen: 'PENDING' }))).toBe(false);
  });

  it.each([
    ['status', 'PENDING', true],
    ['status', 'ACCEPTED', false],
    ['status', 'PAYING', false],
    ['reject', 'COMPLETE', true],
    ['reject', 'REJECTED', false],
    ['delay', 'ACCEPTED', true],
    ['delay', 'COMPLETE', false],
    ['create', 'PENDING', false],
  ] as const)('"Aplicar igual" of %s on an order that is %s: %s', (name, now, offered) => {
    expect(command(name).canApplyAgain(buildOrder({ status: now }), bodies[name])).toBe(offered);
  });

  it('"Aplicar igual" makes sense of an order that is gone for its creation alone', () => {
    expect(names.map((name) => command(name).canApplyAgain(null, bodies[name]))).toEqual([false, false, false, true]);
  });

  it('lives as long as it may wait (offline engine, What may wait): status and rejection 12 h, delay 30 min', () => {
    expect(names.map((name) => command(name).ttlMs / 3_600_000)).toEqual([12, 12, 0.5, 72]);
  });
});
