/** A command or an event: its type in words and its data. */
export type Message<T extends string = string, D = unknown> = { readonly type: T; readonly data: D };

export type DataOf<M extends Message, T extends M['type']> = Extract<M, { type: T }>['data'];

/** The one idiom of the codebase: a map from message type to a pure function. */
export type On<M extends Message, Rest extends readonly unknown[], Result> = {
  readonly [T in M['type']]: (data: DataOf<M, T>, ...rest: Rest) => Result;
};
