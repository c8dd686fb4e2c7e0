import { MantineProvider } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from '#ui/theme/theme-provider.tsx';
import { mantineTheme } from './mantine-theme.ts';
import './mantine-variables.css';

/** ThemeProvider owns the scheme; the kit reads and stores nothing. */
const noStorage: MantineColorSchemeManager = {
  get: (usual) => usual,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Around the few pieces that come from the kit, so that nothing of it loads with the first screen. */
export function MantineScope({ children }: { readonly children: ReactNode }) {
  const { scheme } = useTheme();
  return (
    <MantineProvider
      colorSchemeManager={noStorage}
      forceColorScheme={scheme}
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
