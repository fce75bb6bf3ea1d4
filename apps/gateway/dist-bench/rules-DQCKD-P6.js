import './rolldown-runtime-BowF1xt-.js';
import { z } from 'zod';
// libs/contracts/endpoint.ts
/** Any string of up to 64 characters is taken for an id; one that names nothing is unknown. */
const Id = z.string().min(1).max(64);
z.object({ id: Id });
/** ISO 8601, UTC, milliseconds. */
const Instant = z.iso.datetime({ precision: 3 });
/** A day without a time, YYYY-MM-DD. */
const Day = z.iso.date();
const PAGE_SIZE = {
  default: 20,
  options: [10, 20, 50, 100],
  max: 100,
};
z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE.max).default(PAGE_SIZE.default),
});
z.enum(['asc', 'desc']);
z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
});
// libs/contracts/rules.ts
/** Rules of our own are named in the schema: `z.string().refine(isCui, rule('cui'))`. */
const rule = (name) => ({ error: `rule:${name}` });
export { Instant as i, Day as n, Id as r, rule as t };

//# sourceMappingURL=rules-DQCKD-P6.js.map
