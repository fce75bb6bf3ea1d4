/** What is said of all bytes of documents: no browser runs or keeps them. */
export const SAFETY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
} as const;

/** For those who read only the plain half of the header: letters without their marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');
