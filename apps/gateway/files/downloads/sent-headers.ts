/** Headers of all bytes of documents: no browser runs or stores them. */
export const SAFETY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
} as const;

/** The name in ASCII, for clients that only read the plain part of the header. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');
