import { Problem } from '../../platform/http/problem';

/** @throws Problem STILL_IN_USE with the counts. */
export const mustOwnNothing = (owned: Readonly<Record<string, number>>): void => {
  const still = Object.entries(owned).filter(([, count]) => count > 0);
  if (still.length > 0)
    throw new Problem(
      'STILL_IN_USE',
      new Map(still.map(([what, count]) => [what, { rule: `still_${what}`, values: { count } }])),
    );
};
