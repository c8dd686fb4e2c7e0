import { WebSocket as TraySocket } from 'ws';
import type { QzDouble } from '#server/testing/qz-tray.ts';

/**
 * WebSocket for a page whose QZ Tray is the double: the addresses of QZ Tray lead to it, or to nobody when it is null.
 * Other addresses stay as they are.
 */
export const qzSocket = (double: () => QzDouble | null, Plain: typeof WebSocket): typeof WebSocket =>
  new Proxy(Plain, {
    construct(target, args: [address: string, protocols?: string], newTarget): object {
      const { hostname, port } = new URL(args[0]);
      // Port 9 of this computer refuses at once.
      return hostname.startsWith('localhost') && /^8[1-4]8[1-5]$/.test(port)
        ? new TraySocket(`ws://127.0.0.1:${double()?.port ?? 9}`)
        : Reflect.construct(target, args, newTarget);
    },
  });
