import './dom.ts';
import { createRequire } from 'node:module';

/**
 * Screen tests run React as the shops do: its production code, which needs a fifth less processor time. React chooses its
 * code when it is loaded first, and looks at the document then.
 */
const load = createRequire(import.meta.url);
const mode = process.env['NODE_ENV'];
process.env['NODE_ENV'] = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']) load(name);
process.env['NODE_ENV'] = mode;
