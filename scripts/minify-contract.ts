import { writeFileSync } from 'node:fs';
import { minifiedContract } from '#contract/minify.ts';

/** `npm run contract`: writes the parts of the contract that the browser loads. A test compares them with the contract. */
for (const part of ['contract', 'contract-printing', 'contract-billing', 'contract-guests'] as const)
  writeFileSync(new URL(`../src/contract/${part}.gen.ts`, import.meta.url), minifiedContract(part));
