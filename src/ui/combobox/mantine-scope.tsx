import { MantineProvider } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from '#ui/theme/theme-provider.tsx';
import { mantineTheme } from './mantine-theme.ts';
import './mantine-variables.css';

/** ThemeProvider owns the colour scheme, so Mantine must not read or store it. */
const noStorage: MantineColorSchemeManager = {
  get: (usual) => usual,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** The provider for the few Mantine components. It is separate, so that the first screen does not load Mantine. */
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
