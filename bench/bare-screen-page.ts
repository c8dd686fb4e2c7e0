import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { openDatabase } from '#platform/idb.ts';
import type { BareNode, BareScreen } from './bare-screen.ts';

/**
 * The lower bound of a start from the cache, bundled by bare-screen.ts: React, Router and Query, and the elements of one of
 * our screens, read from IndexedDB with the data that our screen reads. The first visit stores both and sets the title.
 */
const database = await openDatabase<{ kept: { key: string; value: BareScreen } }>('bare', 1, (db) => {
  db.createObjectStore('kept');
});
const kept = await database.use((db) => db.get('kept', 'screen'));
if (!kept) {
  const screen: BareScreen = await (await fetch('/screen.json')).json();
  await database.use((db) => db.put('kept', screen, 'screen'));
  document.title = 'kept';
}

const elementOf = (node: BareNode, key: number): ReactNode =>
  typeof node === 'string' ? node : createElement(node.tag, { key, ...node.props }, ...node.children.map(elementOf));

function Screen() {
  const { data } = useQuery<BareScreen | null>({ queryKey: ['screen'], queryFn: () => null, enabled: false });
  return data ? elementOf(data.root, 0) : null;
}

const client = new QueryClient();
client.setQueryData(['screen'], kept);
const router = createRouter({ routeTree: createRootRoute({ component: Screen }) });
const root = document.querySelector('#root');
if (kept && root)
  createRoot(root).render(createElement(QueryClientProvider, { client }, createElement(RouterProvider, { router })));
