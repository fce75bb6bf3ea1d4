/** As of when something is looked at: a position of the log or a time; and as whom, where that is not oneself. */
export type Then = { readonly at: string; readonly as?: string | undefined };

/** Stands where none is known yet; nothing is asked as of it. */
export const NEVER: Then = { at: '0' };

/** In place of an instant: the newest moment of what is looked at. */
export const LAST = 'last';

/** The last instant before something happened. */
export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();
