import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** They come from one list, which every part imports: who really uses an icon is known only after the tree is shaken. */
export const icons = /tabler.icons-react.dist.esm.icons/;

const board = /src\/routes\/\$storeId\/-board\.tsx$/;
const screen = /src\/routes\/.*\.tsx\?tsr-split/;
const storeScreen = /src\/routes\/\$storeId\//;
const storeLayout = /src\/routes\/\$storeId\/route\.tsx\?tsr-split/;

/** What a store's screens load before they can open it, whose files their pages name (first-pages.ts). */
export const storeParts = ['src/data/outbox/start-engine.ts', 'src/routes/$storeId/-open-store.ts'] as const;
const isStorePart = (id: string): boolean => storeParts.some((part) => id.endsWith(`/${part}`));
/** The files of the screens of a person without a session, as a pattern. */
export const guestScreens = String.raw`src/routes/(login|signin|user\.forgot[^/]*)\.tsx`;
const guestScreen = new RegExp(String.raw`${guestScreens}\?tsr-split`);
const login = /src\/routes\/login\.tsx\?tsr-split/;
const many = 6;
/** The screens of customers and guests take what there is: they change nothing of what the staff's first screens load. */
const ofCustomers =
  /src\/routes\/(-?customer|guest\.|\$storeId\/-storefront)|src\/(features\/(storefront|guest-table)|data\/(storefront|guest-table|guests))\//;

interface Users {
  /** The entry, and what `import()` loads, that need a module at once: through static imports only. */
  readonly parts: ReadonlySet<string>;
  /** The board's module, if the board needs it too. */
  readonly board: string | null;
}

const nobody: Users = { parts: new Set(), board: null };

/**
 * None of an icon: one that a single screen uses belongs to that screen, the others have a file of their own. `but`:
 * what does not count as a user.
 */
function usersOf(module: string, graph: Graph, but: RegExp | null = ofCustomers): Users {
  if (icons.test(module)) return nobody;
  const parts = new Set<string>();
  const done = new Set<string>();
  let found: string | null = null;
  const follow = (id: string): void => {
    const info = done.has(id) || but?.test(id) ? null : graph.getModuleInfo(id);
    done.add(id);
    if (!info) return;
    if (board.test(id)) found = id;
    if (info.isEntry || info.dynamicImporters.length > 0) parts.add(id);
    for (const importer of info.importers) follow(importer);
  };
  follow(module);
  return { parts, board: found };
}

/** The screens without the board that need a module; none when the board does not need it. */
function sharers(module: string, graph: Graph): readonly string[] {
  const users = usersOf(module, graph);
  if (users.board === null) return [];
  const ofBoard = usersOf(users.board, graph).parts;
  return [...users.parts].filter((id) => screen.test(id) && !ofBoard.has(id));
}

/** `shared`: what six parts need, screens of a guest among them. */
export function sharedChunk(module: string, graph: Graph): string | null {
  const { parts } = usersOf(module, graph);
  return parts.size >= many && [...parts].some((id) => guestScreen.test(id)) ? 'shared' : null;
}

/** `auth`: what the login shares with other screens, without the board's. */
export function authChunk(module: string, graph: Graph): string | null {
  const { parts, board: ofBoard } = usersOf(module, graph);
  return parts.size > 1 && ofBoard === null && [...parts].some((id) => login.test(id)) ? 'auth' : null;
}

/**
 * Lists of many rows, cards, controls of forms and what was typed in them, sound, printing, invoices, the share sheet and
 * the last addresses: the first screens of a store do without them.
 */
const laterParts =
  /tanstack.(react-virtual|virtual-core)|src.ui.(stepper|form.(choice|search-box|radio-cards|text-area))|src.(data.(billing|printing.(?!print-events)|alerts.(sound|alert-sounds)|cart.recent-addresses|session.typed)|platform.(audio|share)|contract.contract-(printing|billing)|domain.(fiscal-documents|invoices|order-(columns|timer)|print|paper|qz-calls|test-slip)|texts.(device|print)|features.(invoices|printing))/;

/** Whether and where something is invoiced: the checkout asks it without loading the invoices. */
const invoicing = /src.(domain.can-invoice|routes.\$storeId.-to-invoice)/;

/** `engine`: what opens a store, with the other modules that six parts need. */
export function engineChunk(module: string, graph: Graph): string | null {
  if (invoicing.test(module)) return 'engine';
  if (laterParts.test(module)) return null;
  const { parts } = usersOf(module, graph);
  return parts.size >= many || [...parts].some(isStorePart) ? 'engine' : null;
}

/** `store`: the frame of a store's screens, with what the board shares with screens outside of a store. */
export const storeChunk = (module: string, graph: Graph): string | null =>
  storeLayout.test(module) || sharers(module, graph).some((id) => !storeScreen.test(id)) ? 'store' : null;

/** `screens`: what the board shares with other screens, so that they do not load the board. */
export const screensChunk = (module: string, graph: Graph): string | null =>
  sharers(module, graph).length > 0 ? 'screens' : null;

/**
 * First screens, whose bytes are counted (decision 025): what one of them needs is not in the file of an area. Their order
 * is that of their files: what two of them need is in the file of the first one.
 */
const firstScreens: readonly (readonly [screen: string, parts: RegExp])[] = [
  ['store', /src\/(app|main)|index\.html|src\/routes\/(login|\$storeId\/(route|-board|orders\.kanban))\.tsx/],
  ['stores', /src\/routes\/index\.tsx/],
  ['home', /src\/routes\/\$storeId\/home\.tsx/],
  ['catalog', /src\/routes\/\$storeId\/cart\.catalog\.tsx/],
  ['guest', /src\/routes\/(guest\.|-scanned-code)/],
  ['checkout', /src\/routes\/\$storeId\/cart\.checkout\.tsx/],
  ['customer', /src\/routes\/(-?customer|\$storeId\/-storefront)/],
];

/**
 * Parts that a page loads after its first paint, or when the network is quiet, by the file that holds them. They are
 * loaded together, so a file each would only be more requests, and more names in the entry.
 */
const laterAreas: readonly (readonly [area: string, parts: RegExp])[] = [
  [
    'board-panels',
    /src\/(routes\/\$storeId\/-detail|features\/(order-board\/(actions\/(delay|reject)-dialog|board-panels|finished-panel)|checkout\/order-payments-dialog|alerts\/seen-by))\.tsx$/,
  ],
  [
    'shell-panels',
    /src\/(routes\/\$storeId\/-(alerts|status)|features\/(new-order\/new-order-picker|shell\/outbox\/tray)|ui\/toast\/toast-host)\.tsx$/,
  ],
  ['account', /src\/routes\/(signin|social|user\.forgot|duplicated).*tsr-split/],
  ['ordering', /src\/routes\/\$storeId\/(cart\.address|camera).*tsr-split/],
  ['money', /src\/routes\/\$storeId\/(cashbox|paying|past).*tsr-split/],
  [
    'settings',
    /src\/routes\/(pair|kiosk|user\.settings|\$storeId\/(pair|user\.|config|codes|maps|orderGroup|guests)).*tsr-split/,
  ],
];

/** The encoder of receipts: what prints or shows a paper needs it, nothing else does. */
export const papers = /src.(domain.paper.(?!kinds)|texts.paper|ui.(paper|qr))/;

const areaOf = (part: string): string => laterAreas.find(([, parts]) => parts.test(part))?.[0] ?? part;

interface LaterUsers {
  /** The first screens that need it, in the order of `firstScreens`. */
  readonly screens: readonly string[];
  /** The areas, and the other parts, that need it. */
  readonly users: readonly string[];
}

function laterUsers(module: string, graph: Graph): LaterUsers {
  if (!/\/src\//.test(module) || papers.test(module)) return { screens: [], users: [] };
  const parts = [...usersOf(module, graph, null).parts];
  const later = parts.filter((part) => !firstScreens.some(([, screens]) => screens.test(part)));
  return {
    screens: firstScreens.flatMap(([name, screens]) => (parts.some((part) => screens.test(part)) ? [name] : [])),
    users: [...new Set(later.map(areaOf))],
  };
}

const isArea = (user: string): boolean => laterAreas.some(([area]) => area === user);

/*
 * A file takes what its modules import and no earlier group has. So what is shared by most comes first: what a first
 * screen shares with an area, then what the screens without a store share, then what others do, then the areas.
 */

/** One file per first screen of what it shares with an area, such as the field of a search. */
export const firstScreenGroups = firstScreens.map(([first], index) => ({
  name: (module: string, graph: Graph): string | null => {
    const { screens, users } = laterUsers(module, graph);
    return screens[0] === first && users.some(isArea) ? `${first}-parts` : null;
  },
  priority: 1.9 - index / 100,
}));

/** `common`: what an area shares with another one or another part. */
export function commonChunk(module: string, graph: Graph): string | null {
  const { screens, users } = laterUsers(module, graph);
  return screens.length === 0 && users.length > 1 && users.some(isArea) ? 'common' : null;
}

/** `account-common`: likewise, for the screens that need no store, so that they load nothing of one. */
export const accountChunk = (module: string, graph: Graph): string | null =>
  commonChunk(module, graph) !== null && laterUsers(module, graph).users.includes('account') ? 'account-common' : null;

/** One file per area of what is loaded later; one for what only customers see. */
export function areaChunk(module: string, graph: Graph): string | null {
  const { screens, users } = laterUsers(module, graph);
  if (users.length === 0) return screens.join() === 'customer' ? 'customer-screens' : null;
  return screens.length > 0 ? null : (users.find(isArea) ?? null);
}
