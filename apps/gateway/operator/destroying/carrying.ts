import { drive } from '@dosar/domain/files/drive.decider';
import type { Node } from '@dosar/domain/files/drive-nodes';
import type { Carried } from '@dosar/domain/files/drive-years';
import { contents } from '@dosar/domain/files/contents.projector';
import { notes } from '@dosar/domain/files/notes.projector';
import { isRefusal, newId, once, type Origin, rowIn } from '@dosar/kernel/runtime';
import type { Installation } from '../../platform/hosting/installation';
import { rowsById } from '../../platform/reads/rows-by-id';

type Asked = Pick<Installation, 'commandHandler' | 'ports' | 'documents'>;

/** How many things, or notes, one command carries over: the limit of an append. */
const AT_ONCE = 50;

export const byOperator = (): Origin => ({
  actor: { kind: 'system', id: 'operator', role: null, sessionId: null },
  correlationId: newId(),
  causationId: null,
  ip: null,
  userAgent: null,
});

const parts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

const notesOf = async ({ ports }: Asked, file_id: string): Promise<{ id: string; text: string }[]> => {
  const found = await ports.reads.find(notes, { where: { file_id }, order: [['created', 'asc']] });
  return found.map(({ json }) => rowIn(json)).flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
};

/** Writes what is needed of existing things again, with their notes, under the key of this year. */
export const carryAll = async (asked: Asked, clientId: string, living: readonly Node[]): Promise<void> => {
  const { commandHandler, ports, documents } = asked;
  const origin = byOperator();
  const handle = async (items: readonly Carried[]) => {
    const command = { type: 'CarryItems', data: { items } } as const;
    const done = await commandHandler.handle({ decider: drive, id: clientId, command, context: once(), origin });
    if (isRefusal(done)) throw new Error(`what is there could not be carried into this year: ${done.refused}`);
  };
  for (const some of parts(living)) {
    const rows = await rowsById(
      ports.reads,
      contents,
      some.filter(({ type }) => type === 'file').map(({ id }) => id),
    );
    for (const { id } of some) {
      const row = rows.get(id);
      const written = row ? parts(await notesOf(asked, id)) : [];
      for (const noted of written) await handle([{ id, notes: noted, isPart: true }]);
    }
    const items: Carried[] = [];
    for (const { id } of some) {
      const row = rows.get(id);
      const opened = row && (await documents.contentOf(rowIn(row.json)));
      items.push({ id, ...(opened && { sha256: opened.sha256, bytesKey: opened.bytesKey }) });
    }
    await handle(items);
  }
};
