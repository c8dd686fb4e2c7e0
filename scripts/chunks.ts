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
  /src\/routes\/(-?customer|guest\.|\$storeId\/-storefront)|src\/(features|data)\/(storefront|guest-table|guests)\//;

interface Users {
  /** The entry, and what `import()` loads, that need a module at once: through static imports only. */
  readonly parts: ReadonlySet<string>;
  /** The board's module, if the board needs it too. */
  readonly board: string | null;
}

const nobody: Users = { parts: new Set(), board: null };

/** None of an icon: one that a single screen uses belongs to that screen, the others have a file of their own. */
function usersOf(module: string, graph: Graph): Users {
  if (icons.test(module)) return nobody;
  const parts = new Set<string>();
  const done = new Set<string>();
  let found: string | null = null;
  const follow = (id: string): void => {
    const info = done.has(id) || ofCustomers.test(id) ? null : graph.getModuleInfo(id);
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
 * Lists of many rows, cards, controls of forms, sound, printing, invoices, the share sheet and the last addresses: the
 * first screens of a store do without them.
 */
const laterParts =
  /tanstack.(react-virtual|virtual-core)|src.ui.(stepper|form.(choice|search-box|radio-cards|text-area))|src.(data.(billing|printing.(?!print-events)|alerts.(sound|alert-sounds)|cart.recent-addresses)|platform.(audio|share)|contract.contract-(printing|billing)|domain.(fiscal-documents|invoices|order-(columns|timer)|print|paper|qz-calls|test-slip)|texts.(device|print)|features.(invoices|printing))/;

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
