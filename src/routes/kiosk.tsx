import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { PairingPage } from '#features/kiosk/pairing/pairing-page.tsx';
import { pairingTexts } from '#features/kiosk/pairing/texts.ts';
import { enter } from './-guard.ts';
import { buttonClass } from '#ui/action/button.tsx';

/** `ended`: an admin has unpaired this screen. */
export const Route = createFileRoute('/kiosk')({
  validateSearch: ({ ended }): { ended?: true } => (ended === true ? { ended } : {}),
  beforeLoad: () => enter('kiosk'),
  component: function KioskRoute() {
    const navigate = useNavigate();
    const { ended } = Route.useSearch();
    return (
      <PairingPage
        ended={ended === true}
        footer={
          <Link className={buttonClass({ variant: 'ghost' })} to="/login">
            {pairingTexts.toLogin}
          </Link>
        }
        onPaired={({ storeId }) =>
          void navigate({
            to: '/$storeId/orders/kanban',
            params: { storeId: String(storeId) },
            search: { kiosk: 1 },
            replace: true,
          })
        }
      />
    );
  },
});
