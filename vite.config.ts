import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import {
  accountChunk,
  areaChunk,
  authChunk,
  commonChunk,
  engineChunk,
  firstScreenGroups,
  icons,
  papers,
  screensChunk,
  sharedChunk,
  storeChunk,
} from './scripts/chunks.ts';
import { firstPages } from './scripts/first-pages.ts';
import { withoutLna } from './scripts/without-lna.ts';
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
    withoutLna(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'worker.ts',
      // public/manifest.webmanifest is written by hand, and src/platform registers the worker.
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,wasm}', 'icons/*.{svg,png}', 'manifest.webmanifest'],
        // The styles of pages that come over the network (scripts/first-pages.ts).
        globIgnores: ['assets/page-*.css'],
        maximumFileSizeToCacheInBytes: 3_000_000,
        target: 'safari16.4',
      },
    }),
    firstPages(),
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
        // The first screens in few files, with little that they do not need: what the entry imports is one file, what
        // six parts share is another, and the board brings three (docs/decisions/025).
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], test: /^(?!.*src.app.early\.ts)/, priority: 8 },
            { name: 'icons', test: icons, minShareCount: 2, priority: 7 },
            { name: sharedChunk, priority: 6.5 },
            { name: engineChunk, priority: 6 },
            { name: authChunk, priority: 5.5 },
            { name: storeChunk, priority: 5 },
            { name: screensChunk, priority: 4 },
            // Catalog, address and checkout need all of it.
            {
              name: 'order-taking',
              test: /src.(texts.order-taking|domain.(cart-pricing|checkout|shipping)|data.cart.cart-totals|features.cart.texts)/,
              priority: 3.6,
            },
            // Catalog and checkout need both.
            { name: 'fields', test: /src.ui.(stepper|form.text-area)/, priority: 3.55 },
            // Else a file of a later area takes what it shares with the checkout.
            { name: 'radio-cards', test: /src.ui.form.radio-cards/, priority: 3.5 },
            // What the staff has of guests at the tables, with what guests share of it, so that neither loads the other's
            // screens.
            {
              name: 'guests',
              test: /src.(data.guests.(guest-requests|guests-api)|contract.(wire.guests|contract-guests)|domain.guest\.|texts.guests)/,
              priority: 3,
            },
            { name: 'orders.kanban', test: /src.routes.\$storeId.(-board|orders\.kanban\.tsx\?)/, priority: 2 },
            { name: 'qr', test: /src.ui.qr/, priority: 2 },
            // What comes after the first screens, likewise in few files.
            ...firstScreenGroups,
            { name: accountChunk, priority: 1.8 },
            { name: commonChunk, priority: 1.7 },
            { name: areaChunk, priority: 1.5 },
            { name: 'paper', test: papers, priority: 1 },
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
