import {
  createTheme,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';

const jacaranda: MantineColorsTuple = [
  '#f4f0fe',
  '#e6defc',
  '#cbbeff',
  '#b6a4ff',
  '#8f76ea',
  '#7357da',
  '#5b3cc4',
  '#4a2fa8',
  '#3a2486',
  '#2a1a63',
];

/**
 * The Mantine theme in the brand's colours. Its CSS variables are in a static file, because the CSP forbids style
 * elements.
 */
export const mantineTheme = createTheme({
  primaryColor: 'jacaranda',
  primaryShade: { light: 6, dark: 3 },
  colors: { jacaranda },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: "'Archivo Variable', 'Archivo Fallback', system-ui, sans-serif",
  components: {
    // react-remove-scroll would inject a style element. Our panes scroll by themselves.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
});

/**
 * The CSS variables that MantineProvider would put into a style element, for the static file
 * (scripts/theme-variables.mjs).
 */
export function mantineVariablesCss(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  const css = convertCssVariables(defaultCssVariablesResolver(theme), ':root');
  return `/* Written by scripts/theme-variables.mjs from mantine-theme.ts. */\n${css.replaceAll(/([{;}])\s*/g, '$1\n').trim()}\n`;
}
