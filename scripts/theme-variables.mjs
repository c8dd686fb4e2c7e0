/** `npm run theme`: writes the UI kit's CSS variables to a static file. A test fails when the file is out of date. */
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const folder = new URL('../src/ui/combobox/', import.meta.url);
const { mantineVariablesCss } = await tsImport(new URL('mantine-theme.ts', folder).href, import.meta.url);
writeFileSync(new URL('mantine-variables.css', folder), mantineVariablesCss());
