import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * The lower bound of a first screen, bundled by first-screen.ts: React, Router and Query, and nine plain cards with a
 * button, without data of a server.
 */
const cards = Array.from({ length: 9 }, (_, id) => ({ id, name: `Pedido ${id}` }));

function Board() {
  const { data } = useQuery({ queryKey: ['orders'], queryFn: () => cards, initialData: cards, staleTime: 60_000 });
  return createElement(
    'main',
    null,
    data.map(({ id, name }) =>
      createElement('article', { key: id }, createElement('h3', null, name), createElement('button', null, 'Aceptar')),
    ),
  );
}

const router = createRouter({ routeTree: createRootRoute({ component: Board }) });
const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(RouterProvider, { router })),
  );
