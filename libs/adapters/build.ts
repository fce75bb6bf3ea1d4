/** Which release this is, and from which commit it was built; null: it was built without git. */
export type Build = { readonly version: string; readonly commit: string | null };

/** Put in by the build: scripts/config/rolldown.shared.mjs. */
declare const DOSAR_BUILD: Build;

export const build: Build = DOSAR_BUILD;
