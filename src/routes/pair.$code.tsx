import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { currentUser } from '#data/session/session.ts';
import { StoreChoice } from '#features/kiosk/pairing/store-choice.tsx';
import { pairTexts } from '#features/kiosk/pairing/texts.ts';
import { enter } from './-guard.ts';

/** The target of a kitchen screen's QR code. Without a session it redirects to login, which comes back here. */
export const Route = createFileRoute('/pair/$code')({
  beforeLoad: ({ params }) => {
    if (!currentUser()) throw redirect({ to: '/login', search: { pair: params.code }, replace: true });
    enter('pair');
  },
  component: function PairRoute() {
    const { code } = Route.useParams();
    const navigate = useNavigate();
    return (
      <StoreChoice
        footer={<Link to="/">{pairTexts.back}</Link>}
        onStore={(storeId) =>
          void navigate({ to: '/$storeId/pair/$code', params: { storeId: String(storeId), code }, replace: true })
        }
      />
    );
  },
});
