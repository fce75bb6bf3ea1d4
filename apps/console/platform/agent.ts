import Bowser from 'bowser';

/** What a browser says of itself, in words; null when it is none that is known. */
export const agentIn = (userAgent: string): { readonly browser: string; readonly system: string } | null => {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return null;
  const [version = ''] = (browser.version ?? '').split('.');
  return { browser: `${browser.name} ${version}`.trim(), system: os.name };
};

/** Whether it is in the hand rather than on a desk. */
export const isHandheld = (userAgent: string): boolean =>
  userAgent !== '' && ['mobile', 'tablet'].includes(Bowser.parse(userAgent).platform.type ?? '');
