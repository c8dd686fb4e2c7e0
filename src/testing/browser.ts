import { browserWindow } from './dom.ts';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { vi } from 'vitest';

/** A request in flight, which a test can answer, abort or forward. */
export interface Route {
  readonly method: string;
  readonly headers: Headers;
  /** The request's body, parsed as JSON. */
  body(): Promise<unknown>;
  fulfill(answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
  }): Response;
  /** Fails the request, as without an answer. */
  abort(): never;
  /** Forwards the request, with another JSON body if one is given, and resolves to the server's answer. */
  fetch(body?: unknown): Promise<Response>;
}

/** The network of the page under test, and the means to intercept it. */
export interface Network {
  readonly sent: readonly string[];
  /** `path`: an API path such as '/otp', or a pattern. The latest route wins. */
  route(path: string | RegExp, handle: (route: Route) => Response | Promise<Response>): void;
  unroute(path: string | RegExp): void;
  setOffline(offline: boolean): void;
  readonly origin: string;
}

/** The page that is shown. A page that is left gets no answers any more: its script has ended. */
let shown = {};

export function leavePage(): void {
  shown = {};
}

/** The answer, as long as the page is shown that asked for it. */
async function whileShown<T>(answer: Promise<T>): Promise<T> {
  const asking = shown;
  try {
    return await answer;
  } finally {
    if (asking !== shown) await new Promise(() => {});
  }
}

/** The fetch of Node. A browser that is opened after another in one test must not send through that one's cookie jar. */
const fromServer = globalThis.fetch;

/** Element sizes, since happy-dom has no layout: virtual lists render the rows that fit into a box. */
const elementSize = { row: 80, box: 1_600 } as const;

/**
 * Adds what happy-dom lacks, anew for each screen: storage, network with cookies, locks, sizes. `cookie`: the
 * Set-Cookie of a login.
 */
export function openBrowser(url: string, cookie = ''): Network {
  const { origin } = new URL(url);
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; '))
    for (const path of ['/sellers', '/sellers/', '/'])
      document.cookie = `${pair.split('=')[0]}=; path=${path}; max-age=0`;
  browserWindow.happyDOM.setURL(url);
  document.body.innerHTML = '<div id="root"></div>';
  stubLayout();
  stubLocks();
  let offline = false;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !offline });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
  const sent: string[] = [];
  const routes: { readonly path: string | RegExp; readonly handle: Parameters<Network['route']>[1] }[] = [];
  let refreshCookie = cookie.split(';')[0] ?? '';
  const lost = (): never => {
    throw new TypeError('Failed to fetch');
  };
  const answerOf = async (request: Request): Promise<Response> => {
    // Acts as the browser's cookie jar: Path=/api/tokens, HttpOnly.
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/tokens') && refreshCookie !== '') request.headers.set('cookie', refreshCookie);
    const response = await fromServer(request);
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) refreshCookie = set.split(';')[0] ?? '';
    return response;
  };
  vi.stubGlobal('fetch', (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    // The app calls fetch with requests and paths. A string with a full URL is the test's own call, as from another
    // device.
    if (typeof input === 'string' && input.startsWith('http')) return fromServer(input, init);
    const request = new Request(input instanceof Request ? input : new URL(input, url), init);
    const path = new URL(request.url).pathname.replace(/^\/api/, '');
    if (offline) return Promise.reject(new TypeError('Failed to fetch'));
    sent.push(`${request.method} ${path}`);
    const route = routes.find((one) => (typeof one.path === 'string' ? one.path === path : one.path.test(path)));
    if (!route) return whileShown(answerOf(request));
    const copy = request.clone();
    const routed = Promise.resolve({
      method: request.method,
      headers: request.headers,
      body: (): Promise<unknown> => copy.json(),
      fulfill: ({ status = 200, headers = {}, json }) =>
        json === undefined
          ? new Response(null, { status, headers })
          : new Response(JSON.stringify(json), {
              status,
              headers: { 'content-type': 'application/json', ...headers },
            }),
      abort: lost,
      fetch(body) {
        if (body === undefined) return answerOf(request);
        const { url: to, method, headers } = request;
        return answerOf(new Request(to, { method, headers, body: JSON.stringify(body) }));
      },
    } satisfies Route).then(route.handle);
    return whileShown(routed);
  });
  return {
    origin,
    sent,
    route: (path, handle) => void routes.unshift({ path, handle }),
    unroute(path) {
      const at = routes.findIndex((one) => String(one.path) === String(path));
      if (at >= 0) routes.splice(at, 1);
    },
    setOffline(now) {
      offline = now;
      window.dispatchEvent(new Event(now ? 'offline' : 'online'));
    },
  };
}

function stubLayout(): void {
  const heightOf = (element: HTMLElement): number =>
    /^(li|article)$/i.test(element.tagName) ? elementSize.row : elementSize.box;
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: {
      configurable: true,
      get: function height(this: HTMLElement) {
        return heightOf(this);
      },
    },
    clientHeight: {
      configurable: true,
      get: function height(this: HTMLElement) {
        return heightOf(this);
      },
    },
    offsetWidth: { configurable: true, get: () => 1024 },
    clientWidth: { configurable: true, get: () => 1024 },
  });
  HTMLElement.prototype.scrollIntoView = () => {};
  HTMLElement.prototype.scrollTo = () => {};
}

/** Locks within one page: each request waits for the previous one's release. */
function stubLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: unknown[]): Promise<unknown> => {
    const work = rest.at(-1) as (lock: { readonly name: string }) => unknown;
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => work({ name }));
    queues.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}
