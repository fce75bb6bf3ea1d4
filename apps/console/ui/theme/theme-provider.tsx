import { useLayoutEffect, type ContextType, type ReactNode } from 'react';
import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { theme } from './theme';

const DARK = '(prefers-color-scheme: dark)';
const root = () => document.documentElement;

/**
 * The library's theme. Its own provider would add style elements, which the page's policy forbids; the variables are in a
 * file instead: see `virtual:theme.css`.
 */
export const ThemeProvider = ({ children }: { readonly children: ReactNode }) => {
  const { theme: chosen } = useStore(preferences);
  const isDark = useMediaQuery(DARK, matchMedia(DARK).matches);
  const colorScheme = chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen;
  useLayoutEffect(() => root().setAttribute('data-mantine-color-scheme', colorScheme), [colorScheme]);
  const context: ContextType<typeof MantineContext> = {
    colorScheme,
    setColorScheme: () => {},
    clearColorScheme: () => {},
    getRootElement: root,
    classNamesPrefix: 'mantine',
    cssVariablesSelector: ':root',
    withStaticClasses: true,
  };
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
};
