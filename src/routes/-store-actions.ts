import { createContext, useContext } from 'react';
import type { Code, ServiceType } from '#domain/store.ts';

/** Actions that the store's frame offers to its screens. */
export interface StoreActions {
  readonly newOrder: () => void;
  readonly takeOrder: (type: ServiceType, code?: Code) => void;
}

export const StoreActionsContext = createContext<StoreActions>({ newOrder: () => {}, takeOrder: () => {} });

export const useStoreActions = (): StoreActions => useContext(StoreActionsContext);
