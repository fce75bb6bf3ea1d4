import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { pastApi, type AsOf, type Change, type ChangeKind } from '@dosar/contracts';
import { rowIn, type Position } from '@dosar/kernel/runtime';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { wrongField } from '../../platform/http/problem';
import { stoodAtOf } from '../../platform/past/instants';
import { Looks } from '../../platform/past/looks';
import { Reads } from '../../platform/reads/reads';
import { valuesById } from '../../platform/reads/rows-by-id';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../../files/files.reads';
import { changesOf, there, type Ago, type Ends, type Item, type ItemType } from './changes';
import { recordsAt } from './records-at';

/** So many events, and things, are looked at together. */
const TOGETHER = 250;
/** Of more events than these only the newest are looked at. */
const MOST_EVENTS = 50_000;
/** So many changes of comparisons are remembered, without names. */
const KNOWN_CHANGES = 200_000;
/** What an event or a thing that is looked at costs the loop, about. */
const LOOP_MS_EACH = 0.05;

/** A thing that something happened to, and the last events that were about it. */
type Touched = { readonly type: ItemType; readonly id: string; readonly last: Map<ChangeKind, Position> };
type Found = Pick<Touched, 'type' | 'id'> & { readonly kind: ChangeKind; readonly position: Position };

/** What an event changes. */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  FileUploaded: 'added',
  FileRestored: 'added',
  FileDeleted: 'removed',
  FileRenamed: 'renamed',
  FileMoved: 'moved',
  FileProcessStateChanged: 'state',
  FileAccountingStatusChanged: 'state',
  FileFieldsChanged: 'changed',
  FileTagsChanged: 'changed',
  FileNoteAdded: 'changed',
  FolderCreated: 'added',
  FolderRestored: 'added',
  FolderDeleted: 'removed',
  FolderRenamed: 'renamed',
  FolderMoved: 'moved',
};
type Comparison = { readonly found: readonly Found[]; readonly isMore: boolean };

export const compareInstants = useCase(pastApi.compare, async ({ query }, context) => {
  const clientId = context.see(FilesReads).clientId(query.client_id, 'client_id');
  const ago = await agoOf(context, query);
  const { found, isMore } = await context.use(Comparisons).of(context, clientId, ago);
  return {
    changes: await said(context, ago, found.slice(query.skip, query.skip + query.limit)),
    total: found.length,
    ...(isMore && { total_is_more: true as const }),
    from: stoodAtOf(ago.from.instant),
    to: stoodAtOf(ago.to.instant),
  };
});

const agoOf = async ({ call, use }: UseCaseContext, query: { readonly from: AsOf; readonly to?: AsOf | undefined }) => {
  const from = await use(Looks).of(call, { at: query.from }, 'from');
  const to = await use(Looks).of(call, { at: query.to }, 'to');
  if (from.instant.position > to.instant.position) throw wrongField('to', 'before_from');
  return { from, to };
};

/** What was found to have changed: whoever turns pages does not have it looked for again. */
@Injectable()
export class Comparisons {
  private readonly known = new LRUCache<string, Comparison>({
    maxSize: KNOWN_CHANGES,
    sizeCalculation: ({ found }) => found.length + 1,
  });

  async of(context: UseCaseContext, clientId: string, ago: Ago): Promise<Comparison> {
    const key = [clientId, ago.from.instant.position, ago.to.instant.position].join();
    const known = this.known.get(key);
    if (known) return known;
    const { touched, isMore } = await touchedBetween(context, clientId, ago);
    const found: Found[] = [];
    for (let from = 0; from < touched.length; from += TOGETHER) {
      const some = touched.slice(from, from + TOGETHER);
      const items = await itemsOf(context, ago, some);
      context.call.spend(some.length * LOOP_MS_EACH);
      for (const each of some) {
        const { before, after } = items(each);
        for (const kind of changesOf(before, after).keys()) found.push(foundOf(each, kind));
      }
    }
    found.sort((a, b) => Number(b.position - a.position));
    const comparison = { found, isMore };
    this.known.set(key, comparison);
    return comparison;
  }
}

/** A thing that was restored under another name was renamed by that. */
const foundOf = ({ type, id, last }: Touched, kind: ChangeKind): Found => {
  const newest = [...last.values()].reduce((a, b) => (a > b ? a : b));
  return { type, id, kind, position: last.get(kind) ?? newest };
};

/** Files and folders that something happened to between both instants. */
const touchedBetween = async (context: UseCaseContext, clientId: string, ago: Ago) => {
  const touched = new Map<string, Touched>();
  let isMore = false;
  for (const type of ['file', 'folder'] as const) {
    const terms = { all: [auditTerm('client_id', clientId), auditTerm('resource_type', type)], beginnings: [] };
    const from = ago.from.instant.position + 1n;
    let below = ago.to.instant.position + 1n;
    for (let seen = 0; ; seen += TOGETHER) {
      if (seen >= MOST_EVENTS) isMore = true;
      if (isMore) break;
      const order = [['position', 'desc']] as const;
      const find = { where: { position: { from, below } }, terms, order, limit: TOGETHER };
      const rows = await context.rows.findFor(context.call, audit, find);
      context.call.spend(rows.length * LOOP_MS_EACH);
      for (const { id, kind, position } of await resourcesAt(
        context,
        rows.map((row) => row.position),
      )) {
        const { last } = touched.get(id) ?? touched.set(id, { type, id, last: new Map() }).get(id)!;
        if (!last.has(kind)) last.set(kind, position);
      }
      if (rows.length < TOGETHER) break;
      below = rows.at(-1)!.position;
    }
  }
  return { touched: [...touched.values()], isMore };
};

const resourcesAt = async ({ installation }: UseCaseContext, positions: readonly Position[]) =>
  [...(await recordsAt(installation.ports.events, positions))].flatMap(
    ([
      position,
      {
        type,
        resource: { id },
      },
    ]) => {
      const kind = KINDS[type];
      return kind ? [{ id, kind, position }] : [];
    },
  );

/** These things as they were at both instants. */
const itemsOf = async ({ call, use }: UseCaseContext, ago: Ago, some: readonly Pick<Touched, 'type' | 'id'>[]) => {
  const idsOf = (type: ItemType) => some.flatMap((each) => (each.type === type ? each.id : []));
  const at = async (look: Ago['from']) => {
    const reads = use(Reads).of(call, look);
    const found = new Map<string, Item>();
    for (const [id, file] of await valuesById(reads, files, idsOf('file'))) found.set(`file ${id}`, file);
    for (const [id, folder] of await valuesById(reads, folders, idsOf('folder'))) found.set(`folder ${id}`, folder);
    return found;
  };
  const before = await at(ago.from);
  const after = await at(ago.to);
  return ({ type, id }: Pick<Touched, 'type' | 'id'>) => ({
    before: there(before.get(`${type} ${id}`)),
    after: there(after.get(`${type} ${id}`)),
    name: (after.get(`${type} ${id}`) ?? before.get(`${type} ${id}`))?.name ?? null,
  });
};

/** Changes with what they were called and where, and who did them. */
const said = async (context: UseCaseContext, ago: Ago, shown: readonly Found[]): Promise<Change[]> => {
  const items = await itemsOf(context, ago, shown);
  const byWhom = await authorsAt(context, [...new Set(shown.map(({ position }) => position))]);
  const valueOf = await texts(context);
  return Promise.all(
    shown.flatMap(async (found) => {
      const { kind, type, id, position } = found;
      const { before, after, name } = items(found);
      const ends = changesOf(before, after).get(kind);
      const from = ends ? await valueOf(ago.from, ends.from) : null;
      const to = ends ? await valueOf(ago.to, ends.to) : null;
      return { kind, type, id, name, from, to, position: String(position), ...byWhom(position) };
    }),
  );
};

/** What is said of an end of a change; each folder's path is looked up once. */
const texts = async ({ call, use }: UseCaseContext) => {
  const known = new Map<string, Promise<string>>();
  return async (look: Ago['from'], value: Ends['from']): Promise<string | null> => {
    if ('text' in value) return value.text;
    const key = `${look.instant.position} ${value.folderId}`;
    const path = known.get(key) ?? use(FilesReads).of(call, look).pathOf(value.folderId);
    known.set(key, path);
    return path;
  };
};

type Author = Pick<Change, 'event_id' | 'user' | 'time'>;

const authorsAt = async ({ installation, rows }: UseCaseContext, positions: Position[]) => {
  const found = positions.length === 0 ? [] : await rows.find(audit, { where: { position: { in: positions } } });
  const names = new Map(found.map(({ position, json }) => [position, rowIn(json).user_name]));
  const authors = new Map<Position, Author>();
  for (const [position, { actor, id, occurredAt }] of await recordsAt(installation.ports.events, positions)) {
    const user = actor.kind === 'user' ? { id: actor.id, name: names.get(position) ?? null } : null;
    authors.set(position, { event_id: id, user, time: occurredAt });
  }
  return (position: Position): Author =>
    authors.get(position) ?? { event_id: '-', user: null, time: new Date(0).toISOString() };
};
