/** Something about the surroundings keeps Dosar from starting; the message says what, to a person. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}

/** An address as it may be shown: without the password. */
export const shown = (url: string): string => url.replace(/^([a-z0-9+]+:\/\/)[^@/]*@/i, '$1');
