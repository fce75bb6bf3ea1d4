export { CannotStart } from '@dosar/kernel/runtime';

/** An address as it may be shown: without the password. */
export const shown = (url: string): string => url.replace(/^([a-z0-9+]+:\/\/)[^@/]*@/i, '$1');
