/* global document, matchMedia */
// Before anything is painted: the theme and the language that were chosen in this browser.
(() => {
  const chosen = (name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  const theme = chosen('dosar_theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = chosen('dosar_language') ?? 'ro';
})();

// The page's policy lets nothing make code out of text, and zod would try; it looks here before its first schema.
globalThis.__zod_globalConfig = { jitless: true };
