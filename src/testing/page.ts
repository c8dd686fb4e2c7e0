import type { UserEvent } from '@testing-library/user-event';
import type { Network } from './browser.ts';
import { literally, Locator, press } from './locator.ts';

/** A Playwright-like page: the document, its URL and its network. */
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

  /** Reloads the app at a path below /sellers/. */
  goto(path: string): Promise<void> {
    return this.#load(path);
  }

  reload(): Promise<void> {
    return this.#load(this.url().split('/sellers/')[1] ?? '');
  }

  route: Network['route'] = (...args) => this.#network.route(...args);
  unroute: Network['unroute'] = (path) => this.#network.unroute(path);
  /** The API calls so far, such as 'POST /tokens'. */
  sent = (): readonly string[] => this.#network.sent;
}
