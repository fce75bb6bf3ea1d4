import { Feature, FEATURES } from '@dosar/contracts';
import { z } from 'zod';

/**
 * Settings that influence decisions besides events and the rules of a release: they are in the environment of each process
 * that appends.
 */
export const DecidedBy = z
  .object({
    DOSAR_FEATURES: z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .pipe(z.array(Feature))
      .optional(),
    /** The time zone of days and months. */
    DOSAR_TZ: z
      .string()
      .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is not a time zone')
      .default('Europe/Bucharest'),
  })
  .transform(({ DOSAR_FEATURES, DOSAR_TZ }) => ({ features: DOSAR_FEATURES ?? FEATURES, timeZone: DOSAR_TZ }));
