import { create } from 'zustand';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';

/**
 * The device's own report of its network. It is a hint for texts and disabled buttons; it never causes data to be
 * dropped.
 */
interface Network {
  readonly online: boolean;
}

export const useNetwork = create<Network>(() => ({ online: surroundings().online }));

watchSurroundings(({ online }) => useNetwork.setState({ online }));
