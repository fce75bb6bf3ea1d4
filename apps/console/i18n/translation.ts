import type { roGate } from './ro.gate';
import type { roInside } from './ro.inside';

/** Another language of the same sentences: it needs no form of the plural that only Romanian has. */
type Like<T> = T extends string
  ? string
  : { readonly [K in keyof T as K extends `${string}_few` ? never : K]: Like<T[K]> } & {
      readonly [K in keyof T as K extends `${string}_few` ? K : never]?: Like<T[K]>;
    };

export type Sentences = typeof roGate & typeof roInside;
export type Translation = { readonly gate: Like<typeof roGate>; readonly inside: Like<typeof roInside> };
