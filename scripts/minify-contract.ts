import { writeFileSync } from 'node:fs';
import { minifiedContract } from '#contract/minify.ts';

/** `npm run contract`: writes what the browser ships of the contract. A test compares it with the contract itself. */
writeFileSync(new URL('../src/contract/contract.gen.ts', import.meta.url), minifiedContract());
