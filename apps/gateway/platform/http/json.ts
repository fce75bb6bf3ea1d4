/** How an answer with an entity tag may be kept: by whom it was made for, who asks each time whether it has changed. */
export const TAGGED = 'private, no-cache';

/** A body that is JSON already: rows are stored as they are sent, so they are not parsed on the way. */
export class Json {
  constructor(
    /** What is sent; bytes where the same is sent often. */
    readonly body: string | Buffer,
    /** Its entity tag; null for what is not to be asked for conditionally. */
    readonly tag: string | null = null,
    /** Where it is another one than the endpoint's. */
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
