import { errorMessages } from '#contract/errors.ts';
import type { ServerAnswer } from '#server/testing/memory-shop.ts';
import type { ApiFailure } from '#sync/failure.ts';
import { failureOf, noAnswer } from '#sync/failure.ts';
import type { GroupServer } from './groups/group-server.ts';
import { isGroupPath } from './groups/group-server.ts';
import type { SimulatedShop } from './shop.ts';
import type { Chance, World } from './world.ts';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly actorId: number;
  readonly generation: number;
}

export const refreshPath = '/tokens/refresh';

/** Parsed JSON; the caller knows its type. */
export type Json = ReturnType<typeof JSON.parse>;

interface Listener {
  readonly answered: (body: Json) => void;
  /** `retryAfterMs` as the server sent it. */
  readonly failed: (failure: ApiFailure, retryAfterMs: number | null) => void;
}

/** One device's side of the network. */
export interface Line {
  up: boolean;
  /** A captive portal answers every request with its own page. */
  portal: boolean;
  /** Access tokens up to this generation are revoked. */
  revokedUpTo: number;
}

/** Probabilities of faults while faults are on, each in [0, 1]. */
export interface Weather {
  readonly lost: number;
  readonly twice: number;
  readonly failing: number;
  readonly slowMs: number;
}

export const clear: Weather = { lost: 0, twice: 0, failing: 0, slowMs: 60 };

const restoringMs = 6_000;

/** Everything between a tab and the server: losses, duplicates, delays, failures, crashes. */
export class SimulatedWire {
  weather: Weather = clear;
  /** Commands on which the server fails every time. */
  readonly poisoned = new Set<string>();
  readonly everArrived = new Set<string>();
  #world: World;
  #chance: Chance;
  #shop: SimulatedShop;
  #groups: GroupServer | null;
  /** Commands as they last left a page. */
  readonly sent = new Map<string, WireRequest>();
  /** Something before the server answers every command with 503. */
  ill = false;
  #down = false;
  #awayUntil = 0;
  #epoch = 0;

  constructor(world: World, chance: Chance, shop: SimulatedShop, groups: GroupServer | null) {
    this.#groups = groups;
    this.#world = world;
    this.#chance = chance;
    this.#shop = shop;
  }

  get serverUp(): boolean {
    return !this.#down;
  }

  /** kill -9: uncommitted work is lost, and every connection breaks. */
  crash(): void {
    this.#down = true;
    this.#epoch += 1;
  }

  /** A restart while a copy of the database is being restored takes effect afterwards. */
  restart(): void {
    if (this.awayMs > 0) return void this.#world.after(this.awayMs, () => this.restart());
    this.ill = false;
    this.#down = false;
  }

  /** The server is down while a copy of its database is restored: no answer from before the restore is still on its way then. */
  restore(): void {
    this.crash();
    this.#awayUntil = this.#world.now + restoringMs;
    this.restart();
  }

  /** Milliseconds until the copy is restored. */
  get awayMs(): number {
    return Math.max(0, this.#awayUntil - this.#world.now);
  }

  /** Delivers a request to the server as it is; `answered` gets the status. */
  replay(sent: WireRequest, answered: (status: number) => void): void {
    this.#world.hold(
      this.#shop
        .begin(sent)
        .commit()
        .then(({ status }) => answered(status)),
    );
  }

  /** Like fetch: calls back with an answer or an ApiFailure, or never. */
  request(line: Line, sent: WireRequest, on: Listener): void {
    const fails = (): void => on.failed(noAnswer(sent.generation), null);
    const key = sent.headers['idempotency-key'];
    if (key !== undefined && !isGroupPath(sent.path)) this.sent.set(key, sent);
    const later = (work: () => void): void => void this.#world.after(this.#trip(), work);
    if (!line.up) return later(fails);
    const receive = (answer: ServerAnswer | null): void =>
      later(() => {
        if (!line.up || this.#chance.is(this.weather.lost)) return;
        const failure = readFailure(answer, sent.generation);
        const seconds = answer?.headers['retry-after'];
        if (failure) on.failed(failure, seconds === undefined ? null : Number(seconds) * 1_000);
        else on.answered(answer?.body);
      });
    if (line.portal) return receive(null);
    if (this.#chance.is(this.weather.lost)) return;
    if (this.#chance.is(this.weather.twice))
      this.#world.after(this.#trip() + this.#chance.below(40_000), () =>
        this.#arrive(
          line,
          sent,
          () => {},
          () => {},
        ),
      );
    later(() => this.#arrive(line, sent, receive, () => later(fails)));
  }

  #patience(): Record<string, string> {
    return { 'retry-after': String(1 + this.#chance.below(20)) };
  }

  #trip(): number {
    return 1 + this.#chance.below(this.weather.slowMs);
  }

  #arrive(line: Line, sent: WireRequest, receive: (answer: ServerAnswer) => void, cut: () => void): void {
    if (this.#down) return cut();
    const { failing } = this.weather;
    // The refresh cookie outlives the access tokens.
    if (sent.path === refreshPath) return receive(page(this.#chance.is(failing) ? 503 : 200, 'renewed'));
    if (sent.generation <= line.revokedUpTo) return receive(page(401, 'unauthenticated'));
    if (this.#chance.is(failing)) return receive(page(429, 'too_many_requests', this.#patience()));
    const key = sent.headers['idempotency-key'] ?? '';
    this.everArrived.add(key);
    if (this.ill && key !== '') return receive(page(503, 'unavailable', this.#chance.is(0.3) ? this.#patience() : {}));
    const fate = this.#chance.next();
    if (this.poisoned.has(key) || fate < failing) return receive(page(500, 'internal'));
    const epoch = this.#epoch;
    const server = isGroupPath(sent.path) ? this.#groups : this.#shop;
    const pending = (server ?? this.#shop).begin(sent);
    this.#world.after(1 + this.#chance.below(20), () => {
      if (epoch !== this.#epoch) {
        pending.abandon();
        return cut();
      }
      void pending.commit().then((answer) => {
        // The change was written, but the answer is lost.
        if (fate > 1 - failing) receive(page(503, 'internal'));
        else receive(answer);
      });
    });
  }
}

const page = (status: number, code: string, headers: Record<string, string> = {}): ServerAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: { code, message: code },
});

/** null = the portal's page. */
function readFailure(answer: ServerAnswer | null, generation: number): ApiFailure | null {
  if (!answer) return failureOf({ status: 200, isJson: false, body: null, retryAfter: null }, '', generation);
  const { status, headers, body } = answer;
  const raw = { status, isJson: true, body, retryAfter: headers['retry-after'] ?? null };
  return failureOf(raw, status < 400 ? '' : errorMessages(body).messages.join('\n'), generation);
}
