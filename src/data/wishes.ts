import { create } from 'zustand';

/** What one part of the page asks of another that may not be there yet. */
interface Wishes {
  /** Whose detail is open on the board; «Ver» of a notice sets it before the board stands. */
  readonly order: string | null;
  /** «Permisos e instalación». */
  readonly permissions: boolean;
}

export const useWishes = create<Wishes>(() => ({ order: null, permissions: false }));

export const askForOrder = (uid: string | null): void => useWishes.setState({ order: uid });
export const askForPermissions = (open: boolean): void => useWishes.setState({ permissions: open });
