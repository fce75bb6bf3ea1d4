import { ZipFile } from 'yazl';

/** An archive of texts by their paths; of a path without a text, a folder with nothing in it. */
export const zipOf = async (entries) => {
  const zip = new ZipFile();
  for (const [path, text] of entries)
    if (text === null) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const pieces = [];
  for await (const piece of zip.outputStream) pieces.push(piece);
  return Buffer.concat(pieces);
};
