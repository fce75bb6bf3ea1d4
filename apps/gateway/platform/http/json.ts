/** Cache control of a response with an entity tag: private, and revalidated each time. */
export const TAGGED = 'private, no-cache';

/** A body that is JSON already: rows are stored as they are sent, so they are not parsed in between. */
export class Json {
  constructor(
    /** The content; as bytes where the same is sent often. */
    readonly body: string | Buffer,
    /** Its entity tag; null when it cannot be revalidated. */
    readonly tag: string | null = null,
    /** The status, when it differs from the endpoint's. */
    readonly status: number | null = null,
  ) {}

  get text(): string {
    return this.body.toString();
  }
}

/** `{"name": …}` around a value that is JSON already. */
export const named = (name: string, text: string, tag: string | null = null): Json =>
  new Json(`{"${name}":${text}}`, tag);

/** `[…]` around values that are JSON already. */
export const arrayOf = (rows: readonly { readonly json: string }[]): string =>
  `[${rows.map(({ json }) => json).join(',')}]`;
