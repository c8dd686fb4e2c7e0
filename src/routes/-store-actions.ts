import { createContext, useContext } from 'react';
import type { GroupRef } from '#data/groups/groups.ts';
import type { Code, ServiceType } from '#domain/store.ts';

/** Actions that the store's frame offers to its screens. */
export interface StoreActions {
  readonly newOrder: () => void;
  /** Chooses the code of a new order. */
  readonly chooseCode: () => void;
  /** Begins what a tap on a code leads to: an order, a table to open, its detail. */
  readonly openCode: (code: Code) => void;
  /** Opens the detail of a table, which may have ended. */
  readonly openTable: (table: GroupRef) => void;
  /** Without a code an order in the store gets the store's default one; null: no code. */
  readonly takeOrder: (type: ServiceType, code?: Code | null) => void;
}

export const StoreActionsContext = createContext<StoreActions>({
  newOrder: () => {},
  chooseCode: () => {},
  openCode: () => {},
  openTable: () => {},
  takeOrder: () => {},
});

export const useStoreActions = (): StoreActions => useContext(StoreActionsContext);
