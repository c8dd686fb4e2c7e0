import { createRootRoute, Link, Outlet } from '@tanstack/react-router';
import { BrokenPage, FullPage, NotFound } from '#features/shell/not-found.tsx';
import { buttonClass } from '#ui/action/button.tsx';

const reload = (): void => location.reload();

export const Route = createRootRoute({
  component: Outlet,
  pendingComponent: () => <FullPage kind="starting" />,
  errorComponent: () => <BrokenPage onReload={reload} />,
  notFoundComponent: () => (
    <NotFound
      toStores={(label) => (
        <Link className={buttonClass({ variant: 'primary' })} to="/">
          {label}
        </Link>
      )}
    />
  ),
});
