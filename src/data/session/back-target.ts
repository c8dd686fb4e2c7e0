import { create } from 'zustand';

/** The last place worth going back to (F-27); home or the stores stand in when there is none (N-45). */
interface BackTarget {
  readonly path: string | null;
}

export const useBackTarget = create<BackTarget>(() => ({ path: null }));

export const rememberBackTarget = (path: string): void => useBackTarget.setState({ path });

export const backTarget = (storeId: number | null): string =>
  useBackTarget.getState().path ?? (storeId === null ? '/' : `/${storeId}/home`);
