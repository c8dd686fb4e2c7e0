import type { Shop } from '#e2e/shop.ts';

export const shopPanelKey = 'the-key-of-the-partner-panel-in-tests';

/** Calls the API as the partner panel, about La Esquina; returns the entity's id, or 0 when the answer has none. */
export async function changeByPanel(
  { origin }: Pick<Shop, 'origin'>,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<number> {
  const response = await fetch(`${origin}/api/core/store/1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shopPanelKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the panel was refused: ${response.status} ${await response.text()}`);
  return response.status === 204 ? 0 : ((await response.json()).id ?? 0);
}
