import { create } from 'zustand';

/** What one part of the page asks of another that may not be there yet. */
interface UiIntents {
  /** Whose detail is open on the board; «Ver» of a notice sets it before the board stands. */
  readonly order: string | null;
  /** «Permisos e instalación». */
  readonly permissions: boolean;
  /** The store's status, or the timetable and what else is known of it and of the app. */
  readonly about: AboutStore | null;
  /** The status stands in a column of the screen: nothing has to open over it. */
  readonly statusInView: boolean;
}

/** What may be asked for about the store: its status editor, its hours, the state of the app. */
export type AboutStore = 'status' | 'hours' | 'app';

export const useUiIntents = create<UiIntents>(() => ({
  order: null,
  permissions: false,
  about: null,
  statusInView: false,
}));

export const askForOrder = (uid: string | null): void => useUiIntents.setState({ order: uid });
export const askForPermissions = (open: boolean): void => useUiIntents.setState({ permissions: open });
export const askAboutStore = (about: AboutStore | null): void => useUiIntents.setState({ about });
export const showStatusInView = (statusInView: boolean): void => useUiIntents.setState({ statusInView });
