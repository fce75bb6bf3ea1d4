/** Another language of the same sentences, without the plural form that only Romanian has. */
export type Translated<T> = T extends string
  ? string
  : { readonly [K in keyof T as K extends `${string}_few` ? never : K]: Translated<T[K]> } & {
      readonly [K in keyof T as K extends `${string}_few` ? K : never]?: Translated<T[K]>;
    };
