import type { FilePart } from '@dosar/contracts';
import { contents } from '@dosar/domain/files/contents.projector';
import { rowIn } from '@dosar/kernel/runtime';
import { aFile, aFolder, operationOf } from '../testing/gateway';
import { aPagedPdf, pagesOf } from '../testing/paged-documents';
import { pdfWithFiles } from '../testing/with-parts';
import { zipOf } from '../testing/zip-builder';
import type { Success } from './probes';
import type { World } from './world';

let made = 0;
const named = (ending: string) => `document ${(made += 1)}.${ending}`;

const anArchive = async ({ companies }: World) =>
  (await aFile(companies.own.ask, named('zip'), {}, zipOf([{ name: 'bon.txt', data: 'conținut' }]))).id;
const withParts = async ({ companies }: World) => {
  const files = [{ name: 'lista.csv', type: 'text/csv', data: 'a;b' }];
  return (await aFile(companies.own.ask, named('pdf'), {}, pdfWithFiles(files))).id;
};

/** Of documents with something in them, and of operations that are not just done. */
export const successesOfFiles: Readonly<Record<string, Success>> = {
  'GET /files/:id/entries': async (world) => world.companies.own.ask('get', `/files/${await anArchive(world)}/entries`),
  'POST /files/:id/extract-zip': async (world) =>
    world.companies.own.ask('post', `/files/${await anArchive(world)}/extract-zip`, {}),
  'GET /files/:id/parts': async (world) => world.companies.own.ask('get', `/files/${await withParts(world)}/parts`),
  'GET /files/:id/parts/:number': async (world) => {
    const { ask } = world.companies.own;
    const id = await withParts(world);
    const { parts } = (await ask('get', `/files/${id}/parts`).expect(200)).body as { parts: FilePart[] };
    return ask('get', `/files/${id}/parts/${parts[0]!.number}?use=download`);
  },
  'POST /files/arrange-pages': async ({ companies }) => {
    const { ask } = companies.own;
    const { id } = await aFile(ask, named('pdf'), {}, aPagedPdf(pagesOf('pagina', 2)));
    const pages = [{ file_id: id, page: 2 }];
    return ask('post', '/files/arrange-pages', { documents: [{ name: named('pdf') }], pages });
  },
  'POST /files/:id/read-again': async ({ companies, gateway }, admin) => {
    const { id } = await aFile(companies.own.ask, named('txt'), {}, 'care a oprit serverul');
    const { blobId } = rowIn((await gateway.ports.reads.get(contents, id))!.json);
    await gateway.installation.tries.picture.giveUpOn(blobId, id, 'the test says so');
    return admin('post', `/files/${id}/read-again`);
  },
  'POST /bulk/operations/:id/retry': async ({ companies }) => {
    const { ask } = companies.own;
    const name = named('txt');
    const to = await aFolder(ask, named('folder'));
    const taken = await aFile(ask, name, { folder_id: to.id });
    const from = await aFolder(ask, named('folder'));
    const moved = [await aFile(ask, name, { folder_id: from.id }), await aFile(ask, named('txt'))];
    const move = { file_ids: moved.map(({ id }) => id), target_folder_id: to.id };
    const { id } = operationOf(await ask('post', '/bulk/files/move', move).expect(200));
    await ask('patch', `/files/${taken.id}`, { name: named('txt') }).expect(200);
    return ask('post', `/bulk/operations/${id}/retry`);
  },
};
