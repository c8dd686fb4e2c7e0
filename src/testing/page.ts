import type { UserEvent } from '@testing-library/user-event';
import type { Network } from './browser.ts';
import { literally, Locator, press } from './locator.ts';

/** The whole document, and what is around it. */
export class Page extends Locator {
  readonly #network: Network;
  readonly #load: (path: string) => Promise<void>;
  readonly keyboard: { press(keys: string): Promise<void>; type(text: string): Promise<void> };

  constructor(user: UserEvent, network: Network, load: (path: string) => Promise<void>) {
    super(user, 'page', () => [document.body]);
    this.#network = network;
    this.#load = load;
    this.keyboard = {
      press: (keys) => press(user, keys),
      type: (text) => user.keyboard(literally(text)),
    };
  }

  url(): string {
    return location.href;
  }

  /** Loads the app anew, at a path below /sellers/. */
  goto(path: string): Promise<void> {
    return this.#load(path);
  }

  reload(): Promise<void> {
    return this.#load(this.url().split('/sellers/')[1] ?? '');
  }

  route: Network['route'] = (...args) => this.#network.route(...args);
  unroute: Network['unroute'] = (path) => this.#network.unroute(path);
  /** Calls of the API so far: 'POST /tokens'. */
  sent = (): readonly string[] => this.#network.sent;
}
