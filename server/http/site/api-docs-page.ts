/** The page of /api/docs. Markup, style and script are separate files, because the CSP forbids inline code. */
export const docsPage = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marche: API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/page.css">
<script src="/api/docs/page.js" defer></script>
</head>
<body>
<header>
<h1>API de Marche</h1>
<p id="about">Cargando…</p>
<p><a href="/api/openapi.json">openapi.json</a></p>
</header>
<nav id="index" aria-label="Llamadas"></nav>
<main id="calls"></main>
</body>
</html>
`;

export const docsStyle = `:root { color-scheme: light dark; --line: #d9d2c4; --soft: #f6f1e7; --ink: #221c12; --accent: #9a3b12; }
@media (prefers-color-scheme: dark) { :root { --line: #44402f; --soft: #24211a; --ink: #f1ead9; --accent: #ffb68a; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); display: grid; grid-template-columns: minmax(14rem, 18rem) 1fr; }
header { grid-column: 1 / -1; padding: 1.5rem 2rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.6rem; }
header p { margin: .25rem 0 0; }
a { color: var(--accent); }
nav { padding: 1rem 1rem 1rem 2rem; border-right: 1px solid var(--line); position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
nav a { display: block; padding: .35rem 0; text-decoration: none; overflow-wrap: anywhere; }
main { padding: 1rem 2rem 4rem; min-width: 0; }
section { padding: 1rem 0; border-bottom: 1px solid var(--line); }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: .9rem; margin: 1rem 0 .25rem; text-transform: uppercase; letter-spacing: .04em; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; color: var(--accent); }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto; font-size: .85rem; max-height: 28rem; }
summary { cursor: pointer; padding: .35rem 0; }
@media (max-width: 48rem) { body { grid-template-columns: 1fr; } nav { position: static; border-right: 0; border-bottom: 1px solid var(--line); max-height: none; padding: 1rem; } main, header { padding: 1rem; } }
`;

export const docsScript = `const make = (tag, props = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
};
const schemaBlock = (title, content) => {
  const schema = content?.['application/json']?.schema;
  if (!schema) return [];
  return [make('details', {}, make('summary', { textContent: title }), make('pre', { textContent: JSON.stringify(schema, null, 2) }))];
};
const show = (spec) => {
  document.getElementById('about').textContent = spec.info.description + ' Versión ' + spec.info.version + '. Base: /api';
  const index = document.getElementById('index');
  const calls = document.getElementById('calls');
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const id = method + path.replace(/[^a-z]+/gi, '-');
      const name = method.toUpperCase() + ' ' + path;
      index.append(make('a', { href: '#' + id, textContent: name }));
      const parts = [
        make('h2', {}, make('span', { className: 'method', textContent: method.toUpperCase() }), path),
        make('p', { textContent: call.summary ?? '' }),
      ];
      const parameters = (call.parameters ?? []).map((p) => make('li', { textContent: p.name + ' (' + p.in + (p.required ? ', obligatorio' : '') + ')' }));
      if (parameters.length > 0) parts.push(make('h3', { textContent: 'Parámetros' }), make('ul', {}, ...parameters));
      parts.push(...schemaBlock('Petición', call.requestBody?.content));
      for (const [status, response] of Object.entries(call.responses ?? {})) parts.push(...schemaBlock('Respuesta ' + status, response.content));
      calls.append(make('section', { id }, ...parts));
    }
  }
};
fetch('/api/openapi.json')
  .then((response) => response.json())
  .then(show)
  .catch(() => {
    document.getElementById('about').textContent = 'No se pudo cargar la descripción de la API.';
  });
`;
