import { createRootRoute, Link, Outlet, redirect } from '@tanstack/react-router';
import { isDuplicated } from '#data/session/duplication.ts';
import { stylesOfScreens } from '#data/device/lazy-import.ts';
import { BrokenPage, FullPage, NotFound } from '#features/shell/not-found.tsx';
import { buttonClass } from '#ui/action/button.tsx';

const reload = (): void => location.reload();

export const Route = createRootRoute({
  beforeLoad: async ({ location }) => {
    // The app runs in another window: this one shows only the page to take over (F-33).
    if (isDuplicated() && !location.pathname.endsWith('/duplicated'))
      throw redirect({ to: '/duplicated', replace: true });
    // A screen that was loaded while the network was away may lack its styles.
    await stylesOfScreens();
  },
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
