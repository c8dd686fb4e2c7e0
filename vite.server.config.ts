import { defineConfig } from 'vite';

/** Programs that run on Node without a loader: name in dist/server -> source. */
const programs = {
  main: 'server/main.ts',
};

/** The server: our own code in dist/server, packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { input: programs, output: { entryFileNames: '[name].js' } },
  },
});
