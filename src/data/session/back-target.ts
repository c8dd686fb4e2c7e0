import { create } from 'zustand';

/** The last screen worth returning to (F-27). Without one, the fallback is home or the list of stores (N-45). */
interface BackTarget {
  readonly path: string | null;
}

export const useBackTarget = create<BackTarget>(() => ({ path: null }));

export const rememberBackTarget = (path: string): void => useBackTarget.setState({ path });

export const backTarget = (storeId: number | null): string =>
  useBackTarget.getState().path ?? (storeId === null ? '/' : `/${storeId}/home`);
