import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { Order } from '#domain/order.ts';

/** What a part that loads after the first paint shows on each card, below its lines. */
export const useCardExtra = create<{ readonly of: ((order: Order) => ReactNode) | null }>(() => ({ of: null }));
