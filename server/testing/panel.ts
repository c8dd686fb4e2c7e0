import type { Answer, TestServer } from './test-server.ts';

export const panelKey = 'a-partner-panel-key-of-forty-characters..';

export type PanelAsk = readonly [
  method: 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  more?: { readonly store?: number | string; readonly key?: string | null },
];

/** A call of the partner panel about La Esquina, or another `store`; the server must have `panelKey`. */
export function askPanel(server: TestServer, ...[method, path, body, more = {}]: PanelAsk): Promise<Answer> {
  const { store = 1, key = panelKey } = more;
  return server.ask(null, `/core/store/${store}/${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
}
