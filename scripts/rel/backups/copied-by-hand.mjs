// A data folder copied by hand while people wrote: exactly what is missing in it is reported.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { envelopesOf } from '../opened.mjs';
import { aFolder } from '../server.mjs';
import { records, secretsIn } from '../stored.mjs';
import { dosar } from './places.mjs';

export const copyByHand = (dataDir) => {
  const copy = aFolder('dosar-by-hand-');
  // files vanish while it copies, which it complains about
  spawnSync('cp', ['-a', `${dataDir}/.`, copy]);
  return copy;
};

/** Which keys and documents a log names that are not in its folder, as a reader finds that has none of Dosar's code. */
const missingIn = (copy) => {
  const all = records(copy);
  const secrets = secretsIn(copy);
  const names = new Set(
    all.flatMap((record) => [...envelopesOf(record).values()].map(({ k }) => k.split('/').slice(0, 2).join('/'))),
  );
  const blobs = new Set(all.flatMap(({ data }) => (data.blobId ? [data.blobId] : [])));
  return {
    keys: [...names].filter((name) => !secrets.has(`key/${name}`)).length,
    documents: [...blobs].filter((id) => !existsSync(join(copy, 'blobs', id.slice(0, 2), id))).length,
  };
};

/** @returns wrong reports, and whether anything is missing in it */
export const faultsOfCopying = async (copy) => {
  const { code, said } = await dosar(copy, 'backup', '--check', copy);
  const missing = (() => {
    try {
      return missingIn(copy);
    } catch (error) {
      return error;
    }
  })();
  if (missing instanceof Error)
    return {
      isIncomplete: true,
      faults: code === 78 ? [] : [`what cannot be read (${missing.message}) is told as ${said}`],
    };
  const told = {
    keys: Number(/the vault lacks (\d+) keys that the log names/.exec(said)?.[1] ?? 0),
    documents: Number(/the bytes of (\d+) of \d+ documents are missing/.exec(said)?.[1] ?? 0),
  };
  const isIncomplete = missing.keys + missing.documents > 0;
  const isTold = told.keys === missing.keys && told.documents === missing.documents;
  // a write under way, or a log older than its vault, is a fault as well
  const isRight = isIncomplete ? code === 78 && (isTold || !/lacks|missing/.test(said)) : code === 0 || code === 78;
  const isSentence = !/\n\s+at /.test(said);
  const what = `a copy by hand lacks ${JSON.stringify(missing)}, and it is said: ${code} ${said}`;
  return { isIncomplete, faults: isRight && isSentence ? [] : [what] };
};
