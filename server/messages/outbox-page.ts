import type { FastifyInstance } from 'fastify';
import { docsStyle } from '#server/http/site/api-docs-page.ts';
import type { DevOutbox, KeptMessage } from './dev-outbox.ts';

const outboxTexts = {
  title: 'Marche: bandeja de salida',
  about: 'Solo en desarrollo: los correos y SMS que este servidor habría enviado. La página se actualiza sola.',
  empty: 'Todavía no se envió nada.',
  kinds: { mail: 'Correo', sms: 'SMS' },
} as const;

const refreshSeconds = 3;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);

const section = ({ at, kind, to, subject, text }: KeptMessage): string => `<section>
<h2><span class="method">${escaped(outboxTexts.kinds[kind])}</span>${escaped(to)}</h2>
<p>${escaped(subject ?? '')} <time datetime="${escaped(at)}">${escaped(at)}</time></p>
<pre>${escaped(text)}</pre>
</section>`;

/** No inline code, as the CSP demands. The Refresh header reloads the page. */
const page = (messages: readonly KeptMessage[]): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(outboxTexts.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/dev/outbox.css">
</head>
<body>
<header>
<h1>${escaped(outboxTexts.title)}</h1>
<p>${escaped(outboxTexts.about)}</p>
</header>
<main>
${messages.length === 0 ? `<p>${escaped(outboxTexts.empty)}</p>` : messages.map(section).join('\n')}
</main>
</body>
</html>
`;

const pageStyle = `${docsStyle}
body { display: block; }
main { max-width: 60rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
time { display: block; color: var(--accent); font-size: .85rem; }
.method { margin-right: .5rem; }
`;

/** /api/dev/outbox: the messages that this server could not send, as a page or as JSON. Development only. */
export function mountDevOutbox(app: FastifyInstance, outbox: DevOutbox | null): void {
  if (!outbox) return;
  app.get('/api/dev/outbox', (request, reply) => {
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.send(outbox.list());
    return reply.header('refresh', String(refreshSeconds)).type('text/html; charset=utf-8').send(page(outbox.list()));
  });
  app.get('/api/dev/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle));
}
