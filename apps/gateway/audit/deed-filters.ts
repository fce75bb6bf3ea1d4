import type { AuditFilters, DeedFilters } from '@dosar/contracts';
import type { Terms } from '@dosar/kernel/runtime';
import { auditTerm, auditWords, SAID, type AuditFilter } from '@dosar/domain/audit/audit.projector';
import { kindTerm } from '@dosar/domain/audit/deed-kinds';
import { EVERY_DEED, rowTerm } from '@dosar/domain/audit/deeds.projector';

const FACETS = ['event_type', 'user_id', 'resource_type', 'client_id', 'correlation_id'] as const;
const EXACT: readonly AuditFilter[] = [...FACETS, 'resource_id', 'ip_address'];

const termsFor = (names: readonly AuditFilter[], filters: Pick<AuditFilters, AuditFilter>): string[] =>
  names.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [auditTerm(name, value)];
  });

/** What all events have that filters find, but for texts. */
export const auditTerms = (filters: Pick<AuditFilters, AuditFilter>): string[] => termsFor(EXACT, filters);

/** Whoever asks for one act, or for events of one type, is not kept from bookkeeping. */
export const scopeOf = ({ bookkeeping, event_type, correlation_id }: DeedFilters): 'act' | 'all' =>
  bookkeeping || event_type !== undefined || correlation_id !== undefined ? 'all' : 'act';

/** Texts and addresses are somebody's: only the audit itself is found by them, event by event. */
export const isByText = ({ q, ip_address }: DeedFilters): boolean =>
  (q !== undefined && auditWords(q).length > 0) || ip_address !== undefined;

/** What finds events in the audit. */
export const eventTerms = (filters: AuditFilters): Terms => ({
  all: auditTerms(filters),
  beginnings: filters.q === undefined ? [] : auditWords(filters.q),
});

/** What finds events in the audit that are of the kinds that are asked for, one kind after the other. */
export const exportTerms = (filters: DeedFilters): readonly Terms[] => {
  const { all, beginnings } = eventTerms(filters);
  const said = filters.bookkeeping ? [] : [SAID];
  const ofKind = (kind: string[]): Terms => ({ all: [...kind, ...all, ...said], beginnings });
  const { kinds = [] } = filters;
  return kinds.length === 0 ? [ofKind([])] : kinds.map((kind) => ofKind([kindTerm(kind)]));
};

/** What finds deeds: a deed has one kind, so those of several kinds are found one kind after the other. */
export const deedTerms = (filters: DeedFilters): readonly Terms[] => {
  const things = termsFor(['resource_id'], filters);
  const all = [...things, ...termsFor(FACETS, filters), rowTerm(things.length > 0 ? 'any' : 'head', scopeOf(filters))];
  const ofKind = (kind: string[]): Terms => ({ all: [...kind, ...all], beginnings: [] });
  const { kinds = [] } = filters;
  return kinds.length === 0 ? [ofKind([])] : kinds.map((kind) => ofKind([kindTerm(kind)]));
};

/** The facets whose sum is what is looked for, as they are counted; null: it has to be counted. */
export const countedFacets = (filters: DeedFilters): readonly string[] | null => {
  const { resource_id, correlation_id, kinds = [] } = filters;
  const facets = termsFor(FACETS, filters);
  if (isByText(filters) || resource_id !== undefined || correlation_id !== undefined) return null;
  if (kinds.length === 0) return facets.length <= 1 ? [facets[0] ?? EVERY_DEED] : null;
  return facets.length === 0 ? kinds.map(kindTerm) : null;
};
