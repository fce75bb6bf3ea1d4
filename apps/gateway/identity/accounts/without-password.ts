/** What identifies a request: passwords are in no mark. */
export const withoutPassword = <D extends { readonly password?: string | undefined }>({ password: _, ...rest }: D) =>
  rest;
