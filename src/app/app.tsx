import { QueryClientProvider } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { queryClient } from '#data/api/query-client.ts';
import { useUpdates } from '#data/device/device.ts';
import { FullPage } from '#features/shell/not-found.tsx';
import { whenQuiet } from '#platform/idle.ts';
import { ThemeProvider } from '#ui/theme/theme-provider.tsx';
import { Announcer } from '#ui/toast/announcer.tsx';
import { useToasts } from '#ui/toast/toast.ts';

/** Lazy: the first screen has no notices. */
const ToastHost = lazy(async () => ({
  default: (await importWithRetry(() => import('#ui/toast/toast-host.tsx'))).ToastHost,
}));

export function App({ router }: { readonly router: AnyRouter }) {
  const kiosk = useKiosk((k) => k.active);
  const theme = usePreferences((p) => (kiosk ? p.kioskTheme : p.theme));
  const reloading = useUpdates((s) => s.reloading);
  return (
    <ThemeProvider choice={theme} onChoose={(choice) => setPreferences({ theme: choice })}>
      <QueryClientProvider client={queryClient}>
        {reloading ? <FullPage kind="updated" /> : <RouterProvider router={router} />}
        {/* A kitchen screen shows notices in its bar, so that they never cover the cards. */}
        {kiosk ? null : <Notices />}
        <Announcer />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** The place of the notices, from the first one on, or when nothing of the first screen is on its way. */
function Notices() {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  const any = useToasts().shown.length > 0;
  return quiet || any ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
