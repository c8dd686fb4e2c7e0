/**
 * Sets up a document for the test file that imports it first: happy-dom's globals, but the runtime's own network
 * classes, which the server in the same process needs.
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
/** The browser window of this test file. */
export const browserWindow = new GlobalWindow({ url: 'http://localhost/sellers/', width: 1024, height: 768 });
// No style sheet is loaded here, so the style of an element is all there is. happy-dom would compute it anew for each name
// that is looked for, an eighth of a screen test's time.
Object.defineProperty(browserWindow, 'getComputedStyle', { value: (element: HTMLElement) => element.style });
populateGlobal(globalThis, browserWindow, { bindFunctions: true });
for (const [name, property] of before) Object.defineProperty(globalThis, name, { ...property, configurable: true });
