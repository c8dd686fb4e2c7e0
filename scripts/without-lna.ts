import type { Plugin } from 'vite';

const stub = '\0without-lna';

/**
 * qz-tray asks for a package `lna` that is not published, and works without one. `null` tells it so; the permission for
 * the local network is asked for by src/platform/local-network.ts.
 */
export const withoutLna = (): Plugin => ({
  name: 'without-lna',
  enforce: 'pre',
  resolveId: (id) => (id === 'lna' ? stub : null),
  load: (id) => (id === stub ? 'module.exports = null;' : null),
});
