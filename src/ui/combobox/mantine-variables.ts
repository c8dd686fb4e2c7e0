import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { mantineTheme } from './mantine-theme.ts';

/**
 * The CSS variables that MantineProvider would put into a style element, for the static file
 * (scripts/theme-variables.mjs).
 */
export function mantineVariablesCss(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  const css = convertCssVariables(defaultCssVariablesResolver(theme), ':root');
  return `/* Written by scripts/theme-variables.mjs from mantine-theme.ts. */\n${css.replaceAll(/([{;}])\s*/g, '$1\n').trim()}\n`;
}
