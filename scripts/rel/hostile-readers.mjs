// Files that were made to break the readers of uploads: sheets, files in files, pages, answers of SPV. Each is uploaded, and
// asked for in all ways in which it is read.
import { extname } from 'node:path';
import { corpus } from './corpus.mjs';
import { upload } from './client.mjs';

/** All of them: what it is, its name, its bytes. */
export const hostileFiles = async () => {
  const found = await corpus('sheets/hostile-sheets', 'hostile-insides', 'hostile-sources', 'invoices/hostile-answers');
  const { hostileSheets, hostileInsides, hostileSources, hostileAnswers } = found;
  return [
    ...hostileSheets.map(([what, ending, bytes]) => ['sheets', what, ending, bytes]),
    ...hostileInsides.map(([what, ending, bytes]) => ['files inside', what, ending, bytes]),
    ...hostileSources.map(([what, bytes, , isPicture]) => ['pages', what, isPicture ? 'png' : 'pdf', bytes]),
    ...hostileAnswers.map(([what, bytes, format]) => ['invoices', what, format, bytes]),
  ].map(([kind, what, ending, bytes], at) => [kind, what, `${at}.${ending}`, bytes]);
};

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Pages are taken while others are answered: that is waited for. */
const arranged = async (user, id) => {
  const body = { documents: [{ name: `${id}.pdf` }], pages: [{ file_id: id, page: 1, rotate: 90 }] };
  const begun = await user('POST', '/files/arrange-pages', { body });
  for (let { operation } = begun.body; operation?.status === 'in_progress';) {
    await pause(100);
    ({ operation } = (await user('GET', `/bulk/operations/${operation.id}`)).body);
  }
  return begun;
};

/** The ways in which a file is read, by what it is called. */
const readings = (user, id, name) => [
  user('GET', `/files/${id}/preview`),
  user('GET', `/files/${id}/parts`),
  ...(extname(name) === '.zip' ? [user('GET', `/files/${id}/entries`)] : []),
  ...(['.pdf', '.png'].includes(extname(name)) ? [arranged(user, id)] : []),
];

/** Uploads a file and has it read. @returns the statuses; what is none of these is why there was none */
export const readAll = async (user, name, bytes) => {
  const sent = await user('POST', '/files/upload', { form: upload(bytes, name) });
  if (sent.status !== 201) return [sent.status];
  const answers = readings(user, sent.body.file.id, name).map((each) =>
    each.catch((error) => ({ status: error.status ?? error.message })),
  );
  return [sent.status, ...(await Promise.all(answers)).map(({ status }) => status)];
};
