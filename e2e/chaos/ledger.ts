import { z } from 'zod';
import type { DiskState, Report } from './recorder.ts';
import type { Truth } from './truth.ts';

/** Only the fields that the check needs; an entry may have more. */
const entrySchema = z.object({
  cmdId: z.string(),
  seq: z.number(),
  lane: z.string(),
  type: z.string(),
  seen: z.unknown(),
});
type SeenEntry = z.infer<typeof entrySchema>;
const reviewSchema = z.object({ entry: entrySchema });
const entitySchema = z.object({
  type: z.string(),
  id: z.string(),
  ver: z.number(),
  body: z.object({ status: z.string() }),
});

interface Seen extends SeenEntry {
  readonly device: string;
  readonly place: string;
  /** True when the report of its creation arrived; false when it was found on disk after a kill had lost the report. */
  readonly minted: boolean;
}

export interface Violation {
  readonly kind: 'lost' | 'doubled' | 'diverged' | 'undrained';
  readonly text: string;
}

const short = ({ device, type, lane, seq, cmdId }: Seen): string => `${device} ${type} ${lane} #${seq} ${cmdId}`;

/** Every command that any device has accepted, and its outcome there. */
export class Ledger {
  readonly #seen = new Map<string, Seen>();
  readonly #tray = new Set<string>();
  /** place -> lanes that got a newer command in the transaction that deleted the entry there. */
  readonly #replacedAt = new Map<string, string[]>();

  get accepted(): number {
    return this.#seen.size;
  }

  note(device: string, { db, ops }: Report): void {
    const placeOf = (key: string): string => `${device} ${db} ${key}`;
    const added: string[] = [];
    for (const op of ops) {
      if (op.kind === 'delete') continue;
      if (op.store === 'review') this.#noteTray(op.value);
      else {
        this.#noteEntry(device, placeOf(op.key), op.value, op.kind === 'add');
        // Also for a known command: the sending tab's report may have come first.
        if (op.kind === 'add') added.push(entrySchema.parse(op.value).lane);
      }
    }
    if (added.length === 0) return;
    for (const op of ops)
      if (op.kind === 'delete' && op.store === 'outbox') this.#replacedAt.set(placeOf(op.key), added);
  }

  /** Notes the commands on disk: reports from just before a kill may be lost. */
  noteDisk(device: string, disk: DiskState): void {
    for (const { key, value } of disk.outbox) this.#noteEntry(device, `${device} ${disk.db} ${key}`, value, false);
    for (const item of disk.review) this.#noteTray(item);
  }

  #noteEntry(device: string, place: string, value: unknown, minted: boolean): void {
    const entry = entrySchema.parse(value);
    const known = this.#seen.get(entry.cmdId);
    // The report of the creation may arrive after a report of the tab that already sends the command.
    if (!known || (minted && !known.minted)) this.#seen.set(entry.cmdId, { ...entry, device, place, minted });
  }

  #noteTray(value: unknown): void {
    this.#tray.add(reviewSchema.parse(value).entry.cmdId);
  }

  #wasReplaced(command: Seen): boolean {
    if (this.#replacedAt.get(command.place)?.includes(command.lane)) return true;
    // The browser's kill lost that transaction's report: a successor has the same `seen` state as the replaced command.
    return [...this.#seen.values()].some(
      (s) =>
        !s.minted &&
        s.device === command.device &&
        s.lane === command.lane &&
        s.seq > command.seq &&
        s.seen === command.seen,
    );
  }

  /** The other commands of its lane, to explain a failure. */
  #lane({ device, lane, seen }: Seen, truth: Truth): string {
    const others = [...this.#seen.values()]
      .filter((s) => s.device === device && s.lane === lane)
      .toSorted((a, b) => a.seq - b.seq)
      .map((s) => `#${s.seq} on ${String(s.seen)} ${truth.commands.get(s.cmdId) ?? (s.minted ? 'minted' : 'found')}`);
    return `on ${String(seen)}; its lane: ${others.join(', ')}`;
  }

  /**
   * Each command was applied, is in the tray, or was replaced before sending: exactly one of them (I1), and none was
   * applied twice (I2). `waiting`: commands still in an outbox.
   */
  check(truth: Truth, waiting: ReadonlySet<string>): Violation[] {
    const violations: Violation[] = truth.doubled.map((text) => ({ kind: 'doubled', text }));
    for (const command of this.#seen.values()) {
      const status = truth.commands.get(command.cmdId) ?? null;
      const applied = status !== null && status < 300;
      const tray = this.#tray.has(command.cmdId);
      if (waiting.has(command.cmdId)) continue;
      if (tray && (applied || truth.effects.has(command.cmdId)))
        violations.push({ kind: 'doubled', text: `applied and in the tray: ${short(command)}` });
      if (applied || tray) continue;
      if (!this.#wasReplaced(command))
        violations.push({
          kind: 'lost',
          text: `${short(command)} (server: ${status ?? 'never heard of it'}); ${this.#lane(command, truth)}`,
        });
      else if (status !== null || truth.effects.has(command.cmdId))
        violations.push({ kind: 'lost', text: `replaced although it had left: ${short(command)}` });
    }
    return violations;
  }
}

export const waitingOn = (disk: DiskState): string[] => disk.outbox.map(({ value }) => entrySchema.parse(value).cmdId);

const boardStatuses = new Set(['PENDING', 'ACCEPTED', 'DELIVER']);

/** Differences between the board on a disk and the server's; empty when equal (I3). */
export function boardDifferences(disk: DiskState, truth: Truth): string[] {
  const shown = new Map(
    disk.entities.flatMap((value) => {
      const entity = entitySchema.parse(value);
      return entity.type === 'order' ? [[entity.id, `${entity.body.status} ver ${entity.ver}`] as const] : [];
    }),
  );
  const differences: string[] = [];
  for (const [uid, { status, ver }] of truth.orders) {
    const is = `${status} ver ${ver}`;
    const here = shown.get(uid);
    const onBoard = boardStatuses.has(status) || (here !== undefined && boardStatuses.has(here.split(' ')[0] ?? ''));
    if (onBoard && here !== is) differences.push(`${uid}: server ${is}, device ${here ?? 'none'}`);
  }
  return differences;
}
