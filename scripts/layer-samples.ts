/** [path, rule, source]: each source must be refused by the named rule. */
export const refusedSamples: [file: string, rule: string, source: string][] = [
  ['src/domain/a-package.ts', 'no-restricted-imports', `import { z } from 'zod';\nexport const a = z;`],
  ['src/domain/paper/a-package.ts', 'no-restricted-imports', `import { z } from 'zod';\nexport const a = z;`],
  [
    'src/features/cart/receipt.ts',
    'no-restricted-imports',
    `import Encoder from '@point-of-sale/receipt-printer-encoder';\nexport const a = Encoder;`,
  ],
  ['src/domain/a-layer.ts', 'no-restricted-imports', `import { a } from '#contract/other.ts';\nexport const b = a;`],
  ['src/domain/a-type.ts', 'no-restricted-imports', `import type { A } from '#ui/other.tsx';\nexport type B = A;`],
  ['src/domain/clock.ts', 'no-restricted-properties', `export const now = () => Date.now();`],
  ['src/domain/chance.ts', 'no-restricted-properties', `export const random = () => Math.random();`],
  ['src/domain/stopwatch.ts', 'no-restricted-properties', `export const now = () => performance.now();`],
  ['src/domain/network.ts', 'no-restricted-globals', `export const get = () => fetch('/');`],
  [
    'src/domain/node.ts',
    'no-restricted-imports',
    `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;`,
  ],
  ['src/texts/contract.ts', 'no-restricted-imports', `import { a } from '#contract/other.ts';\nexport const b = a;`],
  ['src/texts/clock.ts', 'no-restricted-properties', `export const now = () => Date.now();`],
  ['src/contract/platform.ts', 'no-restricted-imports', `import { a } from '#platform/other.ts';\nexport const b = a;`],
  ['src/contract/package.ts', 'no-restricted-imports', `import { openDB } from 'idb';\nexport const a = openDB;`],
  ['src/platform/react.ts', 'no-restricted-imports', `import { useState } from 'react';\nexport const a = useState;`],
  ['src/platform/data.ts', 'no-restricted-imports', `import { a } from '#data/other.ts';\nexport const b = a;`],
  ['src/sync/core.ts', 'no-restricted-properties', `export const now = () => Date.now();`],
  ['src/sync/core-part.ts', 'no-restricted-imports', `import { a } from '#platform/other.ts';\nexport const b = a;`],
  ['src/sync/data.ts', 'no-restricted-imports', `import { a } from '#data/other.ts';\nexport const b = a;`],
  ['src/data/idb.ts', 'no-restricted-imports', `import { openDB } from 'idb';\nexport const a = openDB;`],
  ['src/data/ui.ts', 'no-restricted-imports', `import { a } from '#ui/other.tsx';\nexport const b = a;`],
  ['src/realtime/socket.ts', 'no-restricted-imports', `import Pusher from 'pusher-js';\nexport const a = Pusher;`],
  ['src/realtime/sync.ts', 'no-restricted-imports', `import { a } from '#sync/other.ts';\nexport const b = a;`],
  [
    'src/ui/query.ts',
    'no-restricted-imports',
    `import { useQuery } from '@tanstack/react-query';\nexport const a = useQuery;`,
  ],
  ['src/ui/data.ts', 'no-restricted-imports', `import { a } from '#data/other.ts';\nexport const b = a;`],
  ['src/ui/server.ts', 'no-restricted-imports', `import { a } from '#server/other.ts';\nexport const b = a;`],
  [
    'src/features/cart/feature.ts',
    'no-restricted-imports',
    `import { a } from '#features/catalog/other.ts';\nexport const b = a;`,
  ],
  ['src/features/cart/sync.ts', 'no-restricted-imports', `import { a } from '#sync/other.ts';\nexport const b = a;`],
  [
    'src/features/cart/kit.ts',
    'no-restricted-imports',
    `import { Button } from '@mantine/core';\nexport const a = Button;`,
  ],
  [
    'src/features/cart/icons.ts',
    'no-restricted-imports',
    `import { IconX } from '@tabler/icons-react';\nexport const a = IconX;`,
  ],
  [
    'src/features/cart/drag.ts',
    'no-restricted-imports',
    `import { useDraggable } from '@dnd-kit/core';\nexport const a = useDraggable;`,
  ],
  [
    'src/features/order-board/feature.ts',
    'no-restricted-imports',
    `import { a } from '#features/cart/other.ts';\nexport const b = a;`,
  ],
  [
    'src/features/order-board/rpc.ts',
    'no-restricted-imports',
    `import { oc } from '@orpc/contract';\nexport const a = oc;`,
  ],
  [
    'src/features/cart/node.ts',
    'no-restricted-imports',
    `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;`,
  ],
  ['src/features/cart/words.tsx', 'jsx-no-literals', `export const Words = () => <p>Aceptar</p>;`],
  [
    'src/features/cart/parent.ts',
    'no-relative-parent-imports',
    `import { a } from '../other.ts';\nexport const b = a;`,
  ],
  ['src/features/cart/default.ts', 'no-default-export', `export default function cart() { return 1; }`],
  ['src/features/cart/CamelCase.ts', 'filename-case', `export const a = 1;`],
  ['src/features/cart/barrel.ts', 'no-barrel-file', `export * from './one.ts';`],
  [
    'src/features/cart/one.ts',
    'no-cycle',
    `import { two } from '#features/cart/two.ts';\nexport const one = () => two;`,
  ],
  [
    'src/features/cart/long.ts',
    'max-lines',
    Array.from({ length: 301 }, (_, n) => `export const a${n} = ${n};`).join('\n'),
  ],
  ['src/features/cart/console.ts', 'no-console', `console.log('here');\nexport {};`],
  ['src/features/cart/clock.ts', 'no-restricted-properties', `export const now = () => Date.now();`],
  ['src/features/cart/any.ts', 'no-explicit-any', `export const a = (b: any) => String(b);`],
  ['src/features/cart/floating.ts', 'no-floating-promises', `export const a = () => { Promise.resolve(1); };`],
  [
    'src/features/cart/switch.ts',
    'switch-exhaustiveness-check',
    `export const a = (b: 'x' | 'y') => { switch (b) { case 'x': return 1; } };`,
  ],
  ['src/features/cart/sort.ts', 'require-array-sort-compare', `export const a = (b: number[]) => b.toSorted();`],
  [
    'src/features/cart/import-type.ts',
    'consistent-type-imports',
    `import { Shape } from './shape.ts';\nexport const a = (b: Shape) => b;`,
  ],
  ['src/routes/sync.ts', 'no-restricted-imports', `import { a } from '#sync/other.ts';\nexport const b = a;`],
  ['src/routes/platform.ts', 'no-restricted-imports', `import { a } from '#platform/other.ts';\nexport const b = a;`],
  ['src/app/server.ts', 'no-restricted-imports', `import { a } from '#server/other.ts';\nexport const b = a;`],
  ['src/app/kit.ts', 'no-restricted-imports', `import { Button } from '@mantine/core';\nexport const a = Button;`],
  ['sw/data.ts', 'no-restricted-imports', `import { a } from '#data/other.ts';\nexport const b = a;`],
  ['sw/react.ts', 'no-restricted-imports', `import { useState } from 'react';\nexport const a = useState;`],
  ['server/browser.ts', 'no-restricted-imports', `import { a } from '#data/other.ts';\nexport const b = a;`],
  ['server/modules/orders/ui.ts', 'no-restricted-imports', `import { a } from '#ui/other.tsx';\nexport const b = a;`],
  [
    'server/db/module.ts',
    'no-restricted-imports',
    `import { a } from '#server/modules/orders/other.ts';\nexport const b = a;`,
  ],
  ['server/http/type.ts', 'no-restricted-imports', `import type { A } from '#server/api.ts';\nexport type B = A;`],
  [
    'server/modules/stores/above.ts',
    'no-restricted-imports',
    `import { a } from '#server/modules/orders/other.ts';\nexport const b = a;`,
  ],
  [
    'server/modules/kiosk/beside.ts',
    'no-restricted-imports',
    `import { a } from '#server/modules/tickets/other.ts';\nexport const b = a;`,
  ],
  [
    'server/modules/payouts/top.ts',
    'no-restricted-imports',
    `import { a } from '#server/modules/profile/other.ts';\nexport const b = a;`,
  ],
  [
    'server/modules/orders/one.ts',
    'no-cycle',
    `import type { Two } from './two.ts';\nexport interface One { two: Two }`,
  ],
  ['server/modules/orders/clock.ts', 'no-restricted-properties', `export const now = () => Date.now();`],
];

export const allowedSamples: [file: string, source: string][] = [
  [
    'src/domain/good.ts',
    `import { a } from './other.ts';\nimport { b } from '#domain/part/other.ts';\nexport const c = [a, b];`,
  ],
  [
    'src/domain/paper/good.ts',
    `import Encoder from '@point-of-sale/receipt-printer-encoder';\nimport { a } from '#domain/other.ts';\nexport const b = [a, Encoder];`,
  ],
  ['src/texts/good.ts', `import { a } from '#domain/other.ts';\nexport const b = [a];`],
  [
    'src/contract/good.ts',
    `import { oc } from '@orpc/contract';\nimport * as z from 'zod/mini';\nimport { a } from '#domain/other.ts';\nexport const b = [a, oc, z];`,
  ],
  [
    'src/platform/good.ts',
    `import { openDB } from 'idb';\nimport Pusher from 'pusher-js';\nexport const a = () => [openDB, Pusher, Date.now()];`,
  ],
  ['src/sync/good.ts', `import { a } from '#platform/other.ts';\nexport const b = a;`],
  [
    'src/data/good.ts',
    `import { create } from 'zustand';\nimport { a } from '#sync/other.ts';\nexport const b = [a, create];`,
  ],
  ['src/realtime/good.ts', `import { a } from '#data/other.ts';\nexport const b = a;`],
  [
    'src/ui/good.tsx',
    `import { Button } from '@mantine/core';\nimport { a } from '#texts/other.ts';\nexport const Good = () => <Button>{a}</Button>;`,
  ],
  ['src/ui/icons.tsx', `export { IconX as CloseIcon } from '@tabler/icons-react';`],
  [
    'src/features/cart/good.tsx',
    `import { useState } from 'react';\nimport { a } from '#data/other.ts';\nimport { CloseIcon } from '#ui/icons.tsx';\nimport { words } from './texts.ts';\nexport const Good = () => { const [open] = useState(a); return <p>{open ? words.open : <CloseIcon />}</p>; };`,
  ],
  ['src/features/order-board/good.ts', `import { useDraggable } from '@dnd-kit/core';\nexport const a = useDraggable;`],
  [
    'src/routes/$storeId.tsx',
    `import { createFileRoute } from '@tanstack/react-router';\nimport { Good } from '#features/cart/good.tsx';\nexport const Route = createFileRoute('/$storeId')({ component: Good });`,
  ],
  [
    'src/app/good.ts',
    `import { a } from '#sync/other.ts';\nimport { b } from '#features/cart/other.ts';\nexport const c = [a, b];`,
  ],
  [
    'sw/good.ts',
    `import { precacheAndRoute } from 'workbox-precaching';\nimport { a } from '#domain/other.ts';\nexport const b = [a, precacheAndRoute];`,
  ],
  [
    'server/modules/orders/good.ts',
    `import { readFileSync } from 'node:fs';\nimport pg from 'pg';\nimport { a } from '#domain/other.ts';\nimport { b } from '#server/modules/stores/other.ts';\nexport const c = [a, b, pg, readFileSync];`,
  ],
  ['server/main.ts', `export const now = () => Date.now();\nconsole.log('listens');`],
  [
    'src/features/cart/two.ts',
    `import { a } from './other.ts';\nimport type { one } from './one.ts';\nexport const two = a;\nexport type One = typeof one;`,
  ],
];

/** Modules that the samples import, the other half of the cycle, and a package.json and tsconfig like the real ones. */
export const sampleSurroundings: [file: string, source: string][] = [
  ['src/features/cart/two.ts', `import { one } from '#features/cart/one.ts';\nexport const two = () => one;`],
  ['server/modules/orders/two.ts', `import type { One } from './one.ts';\nexport interface Two { one: One }`],
  ['src/features/cart/shape.ts', `export interface Shape { a: number }`],
];
