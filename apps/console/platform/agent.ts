import Bowser from 'bowser';

/** Browser and system of a user agent; null when it is unknown. */
export const agentIn = (userAgent: string): { readonly browser: string; readonly system: string } | null => {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return null;
  const [version = ''] = (browser.version ?? '').split('.');
  return { browser: `${browser.name} ${version}`.trim(), system: os.name };
};

/** Whether it is a phone or tablet. */
export const isHandheld = (userAgent: string): boolean =>
  userAgent !== '' && ['mobile', 'tablet'].includes(Bowser.parse(userAgent).platform.type ?? '');
