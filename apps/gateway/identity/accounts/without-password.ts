/** What tells two requests apart: a password is in no mark. */
export const withoutPassword = <D extends { readonly password?: string | undefined }>({ password: _, ...rest }: D) =>
  rest;
