import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { closeServer, portOfServer } from './openid-provider.ts';

/** Facebook's dialog and graph, as far as a login uses them. It returns `person` for every login. */
export async function startFacebook() {
  const challenges = new Map<string, string>();
  const state: { person: Record<string, string>; graphDown: boolean } = { person: { id: '1' }, graphDown: false };
  const http: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/oauth/access_token') {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const form = new URLSearchParams(text);
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const known = challenges.get(form.get('code') ?? '');
        challenges.delete(form.get('code') ?? '');
        const fits =
          known === challenge &&
          form.get('client_id') === 'fb' &&
          form.get('client_secret') === 'fb secret of the tests';
        if (fits) send(200, { access_token: 'graph-token', token_type: 'bearer', expires_in: 5_000 });
        else send(400, { error: 'invalid_grant' });
      });
    } else if (url.pathname === '/me' && request.headers.authorization === 'Bearer graph-token' && !state.graphDown)
      send(200, state.person);
    else send(500, {});
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
  return {
    endpoint: `http://127.0.0.1:${portOfServer(http)}`,
    state,
    /** The dialog: returns the address to which it redirects the browser. */
    agree(from: string): URL {
      const asked = new URL(from).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      challenges.set('fb-code', asked.get('code_challenge') ?? '');
      back.search = new URLSearchParams({ code: 'fb-code', state: asked.get('state') ?? '' }).toString();
      return back;
    },
    close: () => closeServer(http),
  };
}
