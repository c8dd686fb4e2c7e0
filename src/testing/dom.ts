/**
 * A document for the file that imports this first: happy-dom for what a page is made of, and the runtime's own network,
 * which the server beside the screen needs as it is.
 */
import { GlobalWindow } from 'happy-dom';
import { populateGlobal } from 'vitest/runtime';

const native = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'BroadcastChannel',
  'fetch',
  'File',
  'FormData',
  'Headers',
  'MessagePort',
  'performance',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'WebSocket',
] as const;

const before = native.flatMap((name) => {
  const property = Object.getOwnPropertyDescriptor(globalThis, name);
  return property ? [[name, property] as const] : [];
});
/** The browser of this file. */
export const browserWindow = new GlobalWindow({ url: 'http://localhost/sellers/', width: 1024, height: 768 });
populateGlobal(globalThis, browserWindow, { bindFunctions: true });
for (const [name, property] of before) Object.defineProperty(globalThis, name, { ...property, configurable: true });
