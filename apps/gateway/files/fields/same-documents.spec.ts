import type { File } from '@dosar/contracts';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { files } from '@dosar/domain/files/files.projector';
import { placeAt } from '@dosar/adapters/testing/places';
import { sameAs } from './same-documents';

const aFile = (id: string, number: string): File => {
  const created_at = new Date(Date.UTC(2026, 0, 1) + Number(id.replace(/\D/g, ''))).toISOString();
  const fields = { number, issuer: 'Moara SRL', issuer_cui: null, date: '2026-09-01' };
  return {
    id,
    name: id,
    client_id: 'c',
    folder_id: null,
    fields,
    tags: [],
    owner: {},
    deleted_at: null,
    created_at,
  } as unknown as File;
};
const copies = (number: string, count: number, from: number) =>
  Array.from({ length: count }, (_, at) => aFile(`f${from + at}`, number));

const asking = async (all: readonly File[], here = all) => {
  const reads = memoryReadStore();
  await reads.open([files]);
  const writes = all.map((file) => ({
    id: file.id,
    json: JSON.stringify(file),
    columns: files.columnsOf(file),
    subjects: [],
    terms: [],
    position: 1n,
  }));
  await reads.apply([{ view: files, writes, audiences: new Map() }], placeAt(1n));
  const same = await sameAs(reads, 'c', here);
  return (file: File) => same(file).map(({ id }) => id);
};

describe('documents that are there more than once', () => {
  it('name the oldest five of the others', async () => {
    const all = copies('FA 1', 8, 0);
    const same = await asking(all);
    expect(same(all[0]!)).toEqual(['f1', 'f2', 'f3', 'f4', 'f5']);
    expect(same(all[7]!)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
  });

  it('are not hidden by one that is there thousands of times', async () => {
    const often = copies('FA 1', 2_500, 0);
    const early = aFile('f10000', 'FA 2');
    const late = aFile('f10001', 'FA 2');
    const same = await asking([...often, early, late]);
    expect([same(early), same(late)]).toEqual([['f10001'], ['f10000']]);
  });

  it('are all found where many are there a few times', async () => {
    const all = Array.from({ length: 500 }, (_, at) => copies(`FA ${at}`, 6, at * 6));
    const first = all.map(([file]) => file!);
    const same = await asking(all.flat(), first);
    expect(first.filter((file) => same(file).length !== 5)).toEqual([]);
  });
});
