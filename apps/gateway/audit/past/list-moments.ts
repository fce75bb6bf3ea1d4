import { pastApi, type InputOf, type PastMoment } from '@dosar/contracts';
import { rowIn, type Row, type Terms } from '@dosar/kernel/runtime';
import { audit } from '@dosar/domain/audit/audit.projector';
import { deeds, eventsIn, headIn, type DeedHead, type DeedRow } from '@dosar/domain/audit/deeds.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { valuesById } from '../../platform/reads/rows-by-id';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Span } from '../audit-places';
import { recordsAt } from './records-at';
import { deedSearchOf, type DeedSearch } from './things';

/** So many deeds are looked at in one go, and for one page: it may be short then. */
const STEP = 100;
const MOST_STEPS = 10;
/** What began before a moment may have ended behind it: an operation over many things, say. */
const BEGUN_BEFORE = 20;

type Direction = 'asc' | 'desc';
type Part = { readonly span: Span; readonly direction: Direction; readonly limit: number };
type Query = InputOf<typeof pastApi.moments>['query'];

export const listMoments = useCase(pastApi.moments, async ({ query }, context) => {
  const search = await deedSearchOf(context, query);
  const { before, after, limit } = query;
  const found = after === undefined ? await earlier(context, search, query) : await later(context, search, query);
  const isMore = found.length > limit;
  const shown = found.slice(0, limit);
  return {
    moments: await momentsOf(context, after === undefined ? shown.reverse() : shown),
    has_more_before: after === undefined ? isMore : true,
    has_more_after: after === undefined ? before !== undefined : isMore,
  };
});

const byEnd = (a: DeedHead, b: DeedHead) => Number(BigInt(a.last) - BigInt(b.last));

/** The newest of all, or before a position: newest first. */
const earlier = async (context: UseCaseContext, search: DeedSearch, { before, limit }: Query): Promise<DeedHead[]> => {
  const end = before === undefined ? null : BigInt(before);
  const found: DeedHead[] = [];
  for (let span: Span = { from: 0n, ...(end !== null && { below: end }) }, step = 0; step < MOST_STEPS; step += 1) {
    const heads = await headsIn(context, search.terms, { span, direction: 'desc', limit: STEP });
    const isBefore = ({ last }: DeedHead) => end === null || BigInt(last) < end;
    found.push(...(await about(context, search, heads.filter(isBefore))));
    if (heads.length < STEP || found.length > limit) break;
    span = { from: 0n, below: BigInt(heads.at(-1)!.first) };
  }
  return found.sort((a, b) => byEnd(b, a));
};

/** Behind a position, the next first. */
const later = async (context: UseCaseContext, search: DeedSearch, { after, limit }: Query): Promise<DeedHead[]> => {
  const start = BigInt(after!);
  const begun = { span: { from: 0n, below: start + 1n }, direction: 'desc', limit: BEGUN_BEFORE } as const;
  const open = (await headsIn(context, search.terms, begun)).filter(({ last }) => BigInt(last) > start);
  const found = [...(await about(context, search, open))];
  for (let span: Span = { from: start + 1n }, step = 0; step < MOST_STEPS; step += 1) {
    const heads = await headsIn(context, search.terms, { span, direction: 'asc', limit: STEP });
    found.push(...(await about(context, search, heads)));
    if (heads.length < STEP || found.length > limit) break;
    span = { from: BigInt(heads.at(-1)!.first) + 1n };
  }
  return found.sort(byEnd);
};

/** Deeds that any of these terms find, each once. */
const headsIn = async (
  { call, rows }: UseCaseContext,
  terms: readonly Terms[],
  { span, direction, limit }: Part,
): Promise<DeedHead[]> => {
  const order = [['place', direction]] as const;
  const find = (each: Terms) => rows.findFor(call, deeds, { where: { place: span }, terms: each, order, limit });
  const found = (await Promise.all(terms.map(find))).flat();
  const heads = await valuesById(rows, deeds, new Set(found.map(deedIn)));
  const all = [...heads.values()].flatMap((row) => headIn(row) ?? []);
  const byStart = (a: DeedHead, b: DeedHead) => Number(BigInt(a.first) - BigInt(b.first));
  return all.sort((a, b) => (direction === 'asc' ? byStart(a, b) : byStart(b, a))).slice(0, limit);
};

const deedIn = ({ json }: Row<DeedRow>): string => {
  const row = rowIn(json);
  return 'deed' in row ? row.deed : row.partOf;
};

/** Those that are about the conversation that is meant, if one is. */
const about = async (
  context: UseCaseContext,
  { conversationId }: DeedSearch,
  heads: readonly DeedHead[],
): Promise<readonly DeedHead[]> => {
  if (conversationId === null) return heads;
  const records = await recordsAt(
    context.installation.ports.events,
    heads.map(({ said }) => BigInt(said.position)),
  );
  const things = heads.map(({ said }) => records.get(BigInt(said.position))?.resource ?? null);
  const said = await valuesById(
    context.rows,
    messages,
    things.flatMap((thing) => (thing?.type === 'message' ? thing.id : [])),
  );
  return heads.filter((_, nth) => {
    const thing = things[nth];
    return thing?.type === 'message'
      ? said.get(thing.id)?.conversation_id === conversationId
      : thing?.type === 'conversation' && thing.id === conversationId;
  });
};

const momentsOf = async (context: UseCaseContext, heads: readonly DeedHead[]): Promise<PastMoment[]> => {
  const said = heads.map((head) => BigInt(head.said.position));
  const records = await recordsAt(
    context.installation.ports.events,
    heads.flatMap((head) => [BigInt(head.said.position), BigInt(head.last)]),
  );
  const rows = said.length === 0 ? [] : await context.rows.find(audit, { where: { position: { in: said } } });
  const nameAt = new Map(rows.map(({ position, json }) => [String(position), rowIn(json).user_name]));
  return heads.map((head) => {
    const actor = records.get(BigInt(head.said.position))?.actor;
    return {
      position: head.last,
      time: records.get(BigInt(head.last))?.occurredAt ?? head.at,
      event_type: head.said.type,
      user: actor?.kind === 'user' ? { id: actor.id, name: nameAt.get(head.said.position) ?? null } : null,
      events_count: eventsIn(head),
    };
  });
};
