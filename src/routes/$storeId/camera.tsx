import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { backTarget } from '#data/session/return-pages.ts';
import { codeBase } from '#data/store/code-link.ts';
import { storeQueries } from '#data/store/stores.ts';
import { CameraPage } from '#features/camera/camera-page.tsx';
import { enter } from '#routes/-guard.ts';

export const Route = createFileRoute('/$storeId/camera')({
  beforeLoad: ({ params }) => enter('store.camera.index', Number(params.storeId)),
  component: function CameraRoute() {
    const { storeId } = Route.useParams();
    const navigate = useNavigate();
    const { data: profile } = useSuspenseQuery(storeQueries.profile(Number(storeId)));
    return (
      <CameraPage
        codeBase={codeBase()}
        codes={profile.codes}
        onClose={() => void navigate({ href: backTarget(Number(storeId)), replace: true })}
        onCode={({ id }) =>
          void navigate({
            to: '/$storeId/codes/index',
            params: { storeId },
            search: { code_id: id },
            replace: true,
          })
        }
      />
    );
  },
});
