/* global document, matchMedia */
// Before anything is painted: the theme and the language that were chosen in this browser, and whether somebody is signed in.
(() => {
  const chosen = (name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  const theme = chosen('dosar_theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = chosen('dosar_language') ?? 'ro';
  try {
    document.documentElement.dataset.isIn = String(localStorage.getItem('dosar.session') !== null);
  } catch {
    // a browser that lets nothing be stored has nobody signed in
  }
})();

// The page's policy lets nothing make code out of text, and zod would try; it looks here before its first schema.
globalThis.__zod_globalConfig = { jitless: true };
