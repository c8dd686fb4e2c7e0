import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { WireProfile } from '#contract/wire/stores.ts';
import { openDatabase } from '#platform/idb.ts';

/**
 * The lower bound for the first paint of the catalog, bundled by catalog.ts: React, Router and Query, and sixteen plain
 * cards from a profile in IndexedDB. The first visit stores the profile and sets the page's title.
 */
const cards = 16;
const database = await openDatabase<{ kept: { key: string; value: WireProfile } }>('bare', 1, (db) => {
  db.createObjectStore('kept');
});
const kept = await database.use((db) => db.get('kept', 'profile'));
if (!kept) {
  const profile: WireProfile = await (await fetch('/profile.json')).json();
  await database.use((db) => db.put('kept', profile, 'profile'));
  document.title = 'kept';
}

function Catalog() {
  const { data } = useQuery<WireProfile | null>({ queryKey: ['profile'], queryFn: () => null, enabled: false });
  return createElement(
    'main',
    null,
    data?.catalog.items
      .slice(0, cards)
      .map(({ id, name, description, price }) =>
        createElement(
          'article',
          { key: id, 'data-item': id },
          createElement('h3', null, name),
          createElement('p', null, description),
          createElement('p', null, price.toFixed(2)),
          createElement('button', null, '+'),
        ),
      ),
  );
}

const client = new QueryClient();
client.setQueryData(['profile'], kept);
const router = createRouter({ routeTree: createRootRoute({ component: Catalog }) });
const root = document.querySelector('#root');
if (kept && root)
  createRoot(root).render(createElement(QueryClientProvider, { client }, createElement(RouterProvider, { router })));
