/** An element of a parsed document, by its name without prefix. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** Text as canonical XML writes it, so that what is signed is what is sent. Without control characters. */
const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- XML has none of them
    .replaceAll(/[\u0000-\u001F\u007F\uFFFE\uFFFF]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** `<name>text</name>`; '' without a value, because neither authority takes empty elements. */
export const element = (name: string, value: string | number | null): string =>
  value === null || value === '' ? '' : `<${name}>${escapeXml(String(value))}</${name}>`;

/** `<name>` around markup. */
export const wrap = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>`;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0x10_ff_ff ? '' : String.fromCodePoint(point);
  });

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;

/** Reads a document of an authority; null when it is none. Document types, and with them entities, are refused. */
export function parseXml(source: string): XmlNode | null {
  type Open = { name: string; attributes: Record<string, string>; children: XmlNode[]; text: string };
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const path: Open[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    const at = path.at(-1);
    if (!match || !at) return null;
    const [, cdata, closed, opened, attributes, single, text] = match;
    if (cdata !== undefined) at.text += cdata;
    else if (text !== undefined) at.text += unescapeXml(text);
    else if (closed !== undefined) {
      if (path.length < 2 || at.name !== bare(closed)) return null;
      path.pop();
    } else if (opened !== undefined) {
      const node: Open = { name: bare(opened), attributes: attributesOf(attributes ?? ''), children: [], text: '' };
      at.children.push(node);
      if (single !== '/') path.push(node);
    }
  }
  return path.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', a, b]) => [
      bare(name),
      unescapeXml(a ?? b ?? ''),
    ]),
  );

/** The first element of that name, at any depth. */
export function findNode(node: XmlNode | null, name: string): XmlNode | null {
  if (!node) return null;
  if (node.name === name) return node;
  for (const child of node.children) {
    const found = findNode(child, name);
    if (found) return found;
  }
  return null;
}

/** All elements of that name, at any depth, in order. */
export const findNodes = (node: XmlNode | null, name: string): XmlNode[] =>
  node === null ? [] : [...(node.name === name ? [node] : []), ...node.children.flatMap((c) => findNodes(c, name))];

/** The text of the first element of that name; null without one. */
export const textOf = (node: XmlNode | null, name: string): string | null => findNode(node, name)?.text.trim() ?? null;
