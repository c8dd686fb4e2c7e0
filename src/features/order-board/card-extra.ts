import { createContext, type ReactNode } from 'react';
import type { Order } from '#domain/order.ts';

/** Another feature's content on each card, below its lines; it loads after the first paint. */
export const CardExtra = createContext<((order: Order) => ReactNode) | null>(null);
