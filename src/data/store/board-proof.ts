import { create } from 'zustand';

/** Which part of the way from the server to the eye does not work; null: all of it does. */
export type Broken = 'events' | 'screen' | null;

interface BoardProof {
  readonly broken: Broken;
  /** True after the first result. */
  readonly tried: boolean;
}

/** The last result of the board's proof of itself. */
export const useBoardProof = create<BoardProof>(() => ({ broken: null, tried: false }));
