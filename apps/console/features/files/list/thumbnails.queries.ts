import { useEffect, useState } from 'react';
import { filesApi, THUMBNAIL_TYPES, type File, type ThumbnailSize } from '@dosar/contracts';
import { call, session } from '../../../platform/api';
import { Refused } from '../../../platform/refusals';

/** Rows that only pass by while one scrolls ask for nothing. */
const STILL_MS = 150;
/** So many are asked for at once: what a person does meanwhile must not wait behind them. */
const AT_ONCE = 2;
const MOST = 500;

/** Small pictures by what is in the files, as addresses; null of what has none. */
const known = new Map<string, string | null>();
session.onEnd(() => known.clear());

/** What a small picture is made of: all that is known of a file where it is shown. */
export type Pictured = Pick<File, 'id' | 'mime_type' | 'size' | 'sha256'>;

export const hasThumbnail = ({ mime_type: type, sha256, size }: Pictured): boolean =>
  THUMBNAIL_TYPES.has(type) && sha256 !== null && size > 0;

type Wanted = {
  readonly file: Pictured;
  readonly size: ThumbnailSize;
  readonly onShown: (address: string | null) => void;
};
/** Those that are seen now; the newest is asked for first. */
const waiting: Wanted[] = [];
let underWay = 0;

const keyOf = ({ id, sha256 }: Pictured, size: ThumbnailSize) => `${id} ${sha256} ${size}`;

const keep = (key: string, address: string | null) => {
  if (known.size >= MOST) known.delete(known.keys().next().value!);
  known.set(key, address);
};

/** Without one the row shows what kind of file it is, which is told already. */
const load = async ({ file, size, onShown }: Wanted): Promise<void> => {
  const key = keyOf(file, size);
  try {
    if (!known.has(key)) {
      const { thumbnail } = await call(filesApi.thumbnail, { params: { id: file.id }, query: { size } });
      keep(key, thumbnail && `data:${thumbnail.type};base64,${thumbnail.data}`);
    }
    onShown(known.get(key) ?? null);
  } catch (error) {
    // what was not answered for want of a line or of time, or by somebody else, is asked for when it is seen again
    if (error instanceof Refused && error.isOurs && error.status < 500) keep(key, null);
  }
};

const next = (): void => {
  while (underWay < AT_ONCE) {
    const wanted = waiting.pop();
    if (!wanted) return;
    underWay += 1;
    void load(wanted).finally(() => {
      underWay -= 1;
      next();
    });
  }
};

/** The small picture of a file, once it is there. */
export const useThumbnail = (file: Pictured, size: ThumbnailSize = 'row'): string | null => {
  const key = keyOf(file, size);
  const [shown, setShown] = useState<{ readonly key: string; readonly address: string | null } | null>(null);
  useEffect(() => {
    if (known.has(key)) return undefined;
    const wanted: Wanted = { file, size, onShown: (address) => setShown({ key, address }) };
    const timer = setTimeout(() => {
      waiting.push(wanted);
      next();
    }, STILL_MS);
    return () => {
      clearTimeout(timer);
      const at = waiting.indexOf(wanted);
      if (at >= 0) waiting.splice(at, 1);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says which file, and which content of it
  }, [key]);
  return known.get(key) ?? (shown?.key === key ? shown.address : null);
};
