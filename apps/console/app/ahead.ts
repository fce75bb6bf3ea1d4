import { MissingPart } from '../platform/refusals';

/** Loads a part of the console before somebody needs it. Where it cannot be had nobody notices: it is loaded when it is needed. */
export const loadAhead = async (load: () => Promise<unknown>): Promise<void> => {
  try {
    await load();
  } catch {
    // whoever needs it hears of it then
  }
};

/**
 * A part that cannot be loaded is told of as a lost line, which it is mostly: the router would load the page anew at once,
 * and without a line there is none.
 */
export const tellOfMissingParts = (): void =>
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { readonly payload: Error };
    payload.message = `a part could not be loaded: ${payload.message}`;
    Object.setPrototypeOf(payload, MissingPart.prototype);
  });
