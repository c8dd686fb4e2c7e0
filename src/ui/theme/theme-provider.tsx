import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import './fonts.css';
import './tokens.css';
import './reset.css';

export type ThemeChoice = 'light' | 'dark' | 'auto';
export type ThemeScheme = 'light' | 'dark';

interface Theme {
  readonly choice: ThemeChoice;
  /** The current scheme, with 'auto' resolved. */
  readonly scheme: ThemeScheme;
  choose(choice: ThemeChoice): void;
}

const ThemeContext = createContext<Theme>({ choice: 'auto', scheme: 'light', choose: () => {} });

const darkQuery = '(prefers-color-scheme: dark)';
const barColours = { light: '#f6f4f0', dark: '#14111c' } as const;

const prefersDark = (): boolean => window.matchMedia(darkQuery).matches;

function onDeviceScheme(notify: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

export const resolveScheme = (choice: ThemeChoice, deviceIsDark: boolean): ThemeScheme =>
  choice === 'auto' ? (deviceIsDark ? 'dark' : 'light') : choice;

/** Sets the theme on the root element. Call it before the first render, to avoid a flash. */
export function applyTheme(choice: ThemeChoice, deviceIsDark = prefersDark()): void {
  const root = document.documentElement;
  const scheme = resolveScheme(choice, deviceIsDark);
  root.dataset['theme'] = scheme;
  // Mantine's style sheets read this attribute.
  root.dataset['mantineColorScheme'] = scheme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own: ThemeScheme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = barColours[choice === 'auto' ? own : scheme];
  }
}

/** The size of all text, in percent of the browser's. Call it before the first render, as `applyTheme`. */
export function applyTextSize(percent: number): void {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
}

interface ThemeProviderProps {
  readonly choice: ThemeChoice;
  /** Stores the choice on the device; ui itself stores nothing. */
  readonly onChoose?: (choice: ThemeChoice) => void;
  readonly children: ReactNode;
}

/** The root component of the theme. Loads the tokens, the reset and the fonts. */
export function ThemeProvider({ choice, onChoose, children }: ThemeProviderProps) {
  const deviceIsDark = useSyncExternalStore(onDeviceScheme, prefersDark, () => false);
  const scheme = resolveScheme(choice, deviceIsDark);
  useEffect(() => applyTheme(choice, deviceIsDark), [choice, deviceIsDark]);
  const theme = useMemo<Theme>(
    () => ({ choice, scheme, choose: (next) => onChoose?.(next) }),
    [choice, scheme, onChoose],
  );
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}

export const useTheme = (): Theme => useContext(ThemeContext);
