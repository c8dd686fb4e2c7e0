/**
 * Engine time in ms: how long engines of this database have run. It is monotonic within a page and goes on from where the
 * last page ended, so that no wall clock decides how old a command is (I9).
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

  /** Follows the time on disk if that is ahead; answers by how many ms. */
  follow(stored: number): number {
    const jump = Math.max(0, stored - this.now());
    this.#engineTime += jump;
    return jump;
  }
}
