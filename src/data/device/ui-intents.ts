import { create } from 'zustand';

/** Requests from one part of the page to another that may not be mounted yet. */
interface UiIntents {
  /** uid of the order whose detail is open on the board. «Ver» on a notice sets it before the board is mounted. */
  readonly order: string | null;
  /** Whether «Permisos e instalación» is open. */
  readonly permissions: boolean;
  /** Which panel about the store is open. */
  readonly about: AboutStore | null;
  /** The screen has a column with the store's status, so no panel needs to open for it. */
  readonly statusInView: boolean;
  /** The store on the screen; null on the screens without one. */
  readonly storeId: number | null;
}

/**
 * The panels about the store: its status editor, its opening hours, the state of the app, its keys, who holds the
 * device, the own PIN, the guides.
 */
export const aboutStorePanels = ['status', 'hours', 'app', 'keys', 'person', 'pin', 'guides'] as const;
export type AboutStore = (typeof aboutStorePanels)[number];

export const useUiIntents = create<UiIntents>(() => ({
  order: null,
  permissions: false,
  about: null,
  statusInView: false,
  storeId: null,
}));

/** Call it when a store's screens open or close: a panel opened in one store must not open in the next. */
export function enterStore(storeId: number | null): void {
  if (useUiIntents.getState().storeId !== storeId) useUiIntents.setState({ storeId, about: null });
}

export const askForOrder = (uid: string | null): void => useUiIntents.setState({ order: uid });
export const askForPermissions = (open: boolean): void => useUiIntents.setState({ permissions: open });
export const askAboutStore = (about: AboutStore | null): void => useUiIntents.setState({ about });
export const showStatusInView = (statusInView: boolean): void => useUiIntents.setState({ statusInView });
