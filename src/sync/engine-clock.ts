/**
 * Engine time in ms: the total running time of the engines of this database. It is monotonic within a page and
 * continues from where the last page ended, so no wall clock decides the age of a command (I9).
 */
export class EngineClock {
  #deviceNow: () => number;
  #engineTime = 0;
  #startedAt = 0;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
  }

  start(): void {
    this.#startedAt = this.#deviceNow();
  }

  now(): number {
    return this.#engineTime + this.#deviceNow() - this.#startedAt;
  }

  /** Advances to the engine time on disk if that is ahead; returns the jump in ms. */
  follow(stored: number): number {
    const jump = Math.max(0, stored - this.now());
    this.#engineTime += jump;
    return jump;
  }
}
