import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { precompress } from './scripts/precompress.ts';

/** The app: dist/client, served by our server under /sellers/. `npm run dev` sets API_URL. */
export default defineConfig({
  base: '/sellers/',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/app/route-tree.gen.ts',
      autoCodeSplitting: true,
      routeFileIgnorePattern: String.raw`\.test\.|(^|/)texts\.ts$`,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'worker.ts',
      // public/manifest.webmanifest is written by hand, and src/platform registers the worker.
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,wasm}', 'icons/*.{svg,png}', 'manifest.webmanifest'],
        maximumFileSizeToCacheInBytes: 3_000_000,
        target: 'safari16.4',
      },
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist/client',
    target: ['chrome120', 'safari16.4', 'firefox128'],
    // `npm run size` reads it.
    manifest: true,
    // data: URLs would need holes in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What eight parts of the app and more share is one file, and of the small pieces of the look what five share:
        // left to itself the bundler makes a hundred small files, which compress badly and start slowly (the board:
        // 223.3 kB in 72 files; one group 216 kB in 41; both 214 kB in 31).
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 8, priority: 2 },
            {
              name: 'parts',
              test: /tabler|.src.(ui|texts|platform|features.shell)./,
              minShareCount: 5,
              maxModuleSize: 3000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      // Everything outside of the app belongs to the server: the API, its sockets, its pictures.
      '^/(?!sellers(/|$))': { target: process.env.API_URL ?? 'http://127.0.0.1:4174', ws: true },
    },
  },
});
