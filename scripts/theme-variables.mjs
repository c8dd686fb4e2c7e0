/** Writes the kit's CSS variables as a static file; a test fails when it is out of date. Run: npm run theme */
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const folder = new URL('../src/ui/combobox/', import.meta.url);
const { mantineVariablesCss } = await tsImport(new URL('mantine-variables.ts', folder).href, import.meta.url);
writeFileSync(new URL('mantine-variables.css', folder), mantineVariablesCss());
