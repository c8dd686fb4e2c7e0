import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Serves a page of a bench on a free port. `close` ends its connections too. */
export async function servePage(answer: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const http = createServer(answer).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
}
