import { create } from 'zustand';

interface PrintSetup {
  /** Where printing is set up: the settings, or the form of the print point. null: nobody asks. */
  readonly setup: 'settings' | 'point' | null;
}

/** That a person wants to set up printing, for the part that knows the addresses. */
export const usePrintSetup = create<PrintSetup>(() => ({ setup: null }));

export const askForPrintSetup = (setup: PrintSetup['setup']): void => usePrintSetup.setState({ setup });
