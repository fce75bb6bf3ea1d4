/** A file inside a file. */
export type Part = {
  /** By which it is asked for again. */
  readonly number: number;
  readonly name: string;
  /** The media type that the file around it says. */
  readonly type?: string;
  readonly size: number;
  readonly content: () => Buffer | Promise<Buffer>;
};

/** What is inside a document. `isForm`: only the program that made it shows it as it is. */
export type Inside = { readonly parts: readonly Part[]; readonly isCut: boolean; readonly isForm: boolean };

export const NOTHING: Inside = { parts: [], isCut: false, isForm: false };

/** Limits of what is inside, as the server sets them: files, bytes of one, bytes of all, and of a path. */
export type InsideLimits = {
  readonly parts: number;
  readonly bytes: number;
  readonly unpacked: number;
  readonly entries: number;
  readonly path: number;
};
