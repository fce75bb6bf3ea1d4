import { z } from 'zod';

/** What an installation may leave out (portal.md, section 9). */
export const FEATURES = [
  'chat',
  'file_manager',
  'notifications',
  'bulk_operations',
  'zip_extraction',
  'message_edit',
  'message_delete',
  'file_notes',
  'audit',
] as const;
/** A part of the product that an installation may leave out. */
export const Feature = z.enum(FEATURES);
export type Feature = z.infer<typeof Feature>;

/** Whether something that belongs to these features is there: with all of them, and what belongs to none always. */
export const isOffered = (offered: readonly Feature[], features: readonly Feature[] = []): boolean =>
  features.every((feature) => offered.includes(feature));

/** The same calls, as a part of these features. */
export const partOf = <const A extends Readonly<Record<string, object>>, const F extends readonly Feature[]>(
  features: F,
  calls: A,
): { readonly [N in keyof A]: A[N] & { readonly features: F } } =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, features }])) as {
    readonly [N in keyof A]: A[N] & { readonly features: F };
  };
