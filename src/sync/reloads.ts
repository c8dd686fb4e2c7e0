import type { EngineDeps } from './engine-types.ts';

/** One read of the disk answers all nudges of other tabs within this time. */
const everyMs = 200;

/** Spaces out the reads of the disk that other tabs ask for. */
export class Reloads {
  #deps: Pick<EngineDeps, 'now' | 'wakeIn'>;
  #reload: () => void;
  #cancel: (() => void) | null = null;
  #begunAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Pick<EngineDeps, 'now' | 'wakeIn'>, reload: () => void) {
    this.#deps = deps;
    this.#reload = reload;
  }

  /** Reads the disk soon: one delayed read answers many calls. */
  soon(): void {
    if (this.#cancel) return;
    const wait = Math.max(0, this.#begunAt + everyMs - this.#deps.now());
    this.#cancel = this.#deps.wakeIn(wait, () => {
      this.#cancel = null;
      this.#reload();
    });
  }

  /** Call when a read begins. */
  begun(): void {
    this.#begunAt = this.#deps.now();
  }

  close(): void {
    this.#cancel?.();
  }
}
