/**
 * Whether a page of another origin sent the request. Ours is `publicOrigin`, or the host of the request when that is
 * null. Browsers always send an Origin with a WebSocket and a POST; a client without one sends no cookies of a person.
 */
export function isForeign(
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
  publicOrigin: string | null,
): boolean {
  if (origin === undefined) return false;
  if (publicOrigin !== null) return origin !== publicOrigin;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
