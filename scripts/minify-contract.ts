import { writeFileSync } from 'node:fs';
import { minifiedContract } from '#contract/minify.ts';

/** `npm run contract`: writes the part of the contract that the browser loads. A test compares it with the contract. */
writeFileSync(new URL('../src/contract/contract.gen.ts', import.meta.url), minifiedContract());
