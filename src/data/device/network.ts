import { create } from 'zustand';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';

/** What the device says of its network: a hint for words and disabled buttons, never a reason to drop anything. */
interface Network {
  readonly online: boolean;
}

export const useNetwork = create<Network>(() => ({ online: surroundings().online }));

watchSurroundings(({ online }) => useNetwork.setState({ online }));
