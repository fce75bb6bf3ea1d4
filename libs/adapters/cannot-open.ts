/** A port cannot be opened with these settings. The message is a sentence for the person who can change them. */
export class CannotOpen extends Error {
  override readonly name: string = 'CannotOpen';
}

/** An address as it may be shown: without the password. */
export const shown = (url: string): string => url.replace(/^([a-z0-9+]+:\/\/)[^@/]*@/i, '$1');
