import { QueryClientProvider } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { RouterProvider } from '@tanstack/react-router';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { queryClient } from '#data/api/query-client.ts';
import { useUpdates } from '#data/device/updates.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { ThemeProvider } from '#ui/theme/theme-provider.tsx';
import { Announcer } from '#ui/toast/announcer.tsx';
import { ToastHost } from '#ui/toast/toast-host.tsx';

export function App({ router }: { readonly router: AnyRouter }) {
  const kiosk = useKiosk((k) => k.active);
  const theme = usePreferences((p) => (kiosk ? p.kioskTheme : p.theme));
  const reloading = useUpdates((s) => s.reloading);
  return (
    <ThemeProvider choice={theme} onChoose={(choice) => setPreferences({ theme: choice })}>
      <QueryClientProvider client={queryClient}>
        {reloading ? <FullPage kind="updated" /> : <RouterProvider router={router} />}
        {/* A kitchen screen shows notices in its bar, so that they never cover the cards. */}
        {kiosk ? null : <ToastHost />}
        <Announcer />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
