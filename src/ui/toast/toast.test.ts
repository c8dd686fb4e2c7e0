import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, toastLogSize, toastMs, toastsAtOnce } from './toast.ts';

const texts = (): string[] => toast.current().shown.map((t) => t.text);

beforeEach(() => toast.clear());

describe('how long a notice stays', () => {
  it('is 3 s by default (F-42)', () => {
    toast.show({ kind: 'info', text: 'Aviso' });
    expect(toast.current().shown[0]?.duration).toBe(3000);
  });

  it('is 5 s for a confirmation (F-43)', () => {
    toast.show({ kind: 'success', text: 'Listo' });
    expect(toast.current().shown[0]?.duration).toBe(5000);
  });

  it('is 10 s for a new order (B-44) and 20 s for a message (R-03)', () => {
    expect([toastMs.order, toastMs.message]).toEqual([10_000, 20_000]);
  });

  it('is as long as asked for, or until it is answered', () => {
    toast.show({ kind: 'warning', text: 'La tienda se cerrará', duration: 'sticky' });
    toast.show({ kind: 'error', text: 'Sin impresora', duration: 10_000 });
    expect(toast.current().shown.map((t) => t.duration)).toEqual(['sticky', 10_000]);
  });
});

describe('how many notices there are', () => {
  it('shows three at once and the rest as places become free', () => {
    const ids = ['1', '2', '3', '4', '5'].map((text) => toast.show({ kind: 'order', text }));
    expect(texts()).toEqual(['1', '2', '3']);
    expect(toast.current().waiting).toHaveLength(2);
    toast.dismiss(ids[1] ?? '');
    expect(texts()).toEqual(['1', '3', '4']);
    expect(toast.current().waiting.map((t) => t.text)).toEqual(['5']);
  });

  it('keeps the last fifty, newest first, also after they went away', () => {
    for (let i = 1; i <= toastLogSize + 5; i += 1) toast.dismiss(toast.show({ kind: 'info', text: String(i) }));
    const { log, shown } = toast.current();
    expect(shown).toEqual([]);
    expect(log).toHaveLength(50);
    expect([log[0]?.text, log.at(-1)?.text]).toEqual(['55', '6']);
  });

  it('replaces a notice with the same id in its place', () => {
    toast.show({ kind: 'warning', text: 'Se cierra en 2 min', id: 'autoclose', duration: 'sticky' });
    toast.show({ kind: 'info', text: 'Otro' });
    toast.show({ kind: 'warning', text: 'Se cierra en 1 min', id: 'autoclose', duration: 'sticky' });
    expect(texts()).toEqual(['Se cierra en 1 min', 'Otro']);
    expect(toast.current().log).toHaveLength(2);
  });

  it('leaves nothing for the next person', () => {
    toast.undo({ text: 'Pedido 248 pasó a Aceptados', onUndo: vi.fn() });
    toast.clear();
    expect(toast.current()).toEqual({ shown: [], waiting: [], log: [] });
    expect(toast.undoLatest()).toBe(false);
  });
});

describe('«Deshacer»', () => {
  it('stays for five seconds and undoes once', () => {
    const onUndo = vi.fn();
    toast.undo({ text: 'Pedido 248 pasó a Aceptados', onUndo });
    const [notice] = toast.current().shown;
    expect(notice?.duration).toBe(5000);
    notice?.action?.onAction();
    expect(onUndo).toHaveBeenCalledTimes(1);
    expect(texts()).toEqual([]);
    expect(toast.undoLatest()).toBe(false);
  });

  it('undoes the newest first by key', () => {
    const order: number[] = [];
    toast.undo({ text: 'uno', onUndo: () => order.push(1) });
    toast.undo({ text: 'dos', onUndo: () => order.push(2) });
    expect([toast.undoLatest(), toast.undoLatest(), toast.undoLatest()]).toEqual([true, true, false]);
    expect(order).toEqual([2, 1]);
  });

  it('is not offered by key after its notice went away', () => {
    const onUndo = vi.fn();
    toast.dismiss(toast.undo({ text: 'uno', onUndo }));
    expect(toast.undoLatest()).toBe(false);
    expect(onUndo).not.toHaveBeenCalled();
  });

  it('does not wait for a place: the newest other notice waits instead', () => {
    for (const text of ['1', '2', '3']) toast.show({ kind: 'order', text });
    toast.undo({ text: 'movido', onUndo: vi.fn() });
    expect(texts()).toEqual(['1', '2', 'movido']);
    expect(toast.current().shown).toHaveLength(toastsAtOnce);
    expect(toast.current().waiting.map((t) => t.text)).toEqual(['3']);
  });
});
