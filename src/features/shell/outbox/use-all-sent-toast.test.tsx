// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNetwork } from '#data/device/device.ts';
import { toast } from '#ui/toast/toast.ts';
import { useAllSentToast } from './use-all-sent-toast.ts';

const work = vi.hoisted(() => ({ pending: [] as string[], rejected: [] as string[] }));
vi.mock('#data/orders/orders.ts', () => ({
  usePendingEntries: () => ({ pending: work.pending.map((cmdId) => ({ cmdId, held: null })) }),
  usePendingWork: () => ({ rejected: work.rejected.map((cmdId) => ({ entry: { cmdId } })) }),
}));

let root: ReturnType<typeof createRoot>;

function Screen(): null {
  useAllSentToast();
  return null;
}

/** The screen after the outbox and the network have become so; returns the notices. */
async function now(online: boolean, pending: string[], rejected: string[] = []): Promise<readonly string[]> {
  Object.assign(work, { pending, rejected });
  await act(async () => {
    useNetwork.setState({ online });
    root.render(<Screen key="screen" />);
  });
  return toast.current().shown.map(({ text }) => text);
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  toast.clear();
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(async () => root.unmount()));

it('after a time without a network tells how many changes were sent, once all have ended (F-43)', async () => {
  expect(await now(false, ['a', 'b'])).toEqual([]);
  expect(await now(true, ['a', 'b'])).toEqual([]);
  expect(await now(true, ['b'])).toEqual([]);
  expect(await now(true, [])).toEqual(['Todo al día · 2 cambios enviados']);
});

it('does not count what was refused, nor say that all is well then', async () => {
  await now(false, ['a', 'b']);
  expect(await now(true, [], ['b'])).toEqual(['1 cambio enviado']);
});

it('says nothing when nothing was sent: all was refused, or a person discarded it', async () => {
  await now(false, ['a']);
  expect(await now(true, [], ['a'])).toEqual([]);
  await now(false, ['b']);
  await now(false, []);
  expect(await now(true, [])).toEqual([]);
});
