import { createFileRoute } from '@tanstack/react-router';
import { importWithRetry } from '#data/device/lazy-import.ts';

/** The target of the QR of a code, as a phone's own camera opens it (N-29). Lazy: this file is in every first screen. */
export const Route = createFileRoute('/c/$code')({
  beforeLoad: async ({ params }) => (await importWithRetry(() => import('./-scanned-code.ts'))).leadToCode(params.code),
});
