import { useEffect, useEffectEvent, useState } from 'react';
import { MESSAGE_LIMITS, type Attachment } from '@dosar/contracts';
import { isGone } from '../../../platform/queries';
import { newKey } from '../../../platform/send';
import { useStore } from '../../../platform/storage/store';
import { known, upload } from './attach';
import { attachedFiles, type Attached } from './attached-files';

const MOST = MESSAGE_LIMITS.attachments;
const NONE: readonly Attached[] = [];

const there = (file: Attachment): Attached => ({
  key: file.file_id,
  name: file.name ?? '',
  file,
  error: null,
  fetch: () => known(file.file_id),
});

/** The files that go with what is being written; they are uploaded as they are chosen. */
export const useAttachments = (conversationId: string, clientId: string | null) => {
  const files = attachedFiles(conversationId, there);
  const all = useStore(files);
  const attached = clientId === null ? NONE : all;
  const [tooMany, setTooMany] = useState(0);
  /** What was chosen some time ago may be gone; whether it is cannot be known while nobody answers. */
  const check = (some: readonly Attached[]) => {
    for (const { key, file, error, fetch } of some)
      if (file && error === null)
        fetch().catch((reason: unknown) => isGone(reason) && files.alter(key, { error: reason }));
  };
  const checkAll = useEffectEvent(() => check(attached));
  useEffect(() => checkAll(), [conversationId]);
  /** @returns those for which there is room; of the others it is said how many they are. */
  const fitting = <T>(wanted: readonly T[]): readonly T[] => {
    const fit = wanted.slice(0, Math.max(MOST - attached.length, 0));
    setTooMany(wanted.length - fit.length);
    return fit;
  };
  /** Shown at once, and whole when it is there; or why it is not. */
  const begin = (key: string, name: string, fetch: Attached['fetch']) => {
    files.change((all) =>
      all.some((each) => each.key === key) ? all : [...all, { key, name, file: null, error: null, fetch }],
    );
    files.bring({ key, name, fetch });
  };
  const add = (chosen: readonly File[]) => {
    if (clientId === null) return;
    for (const file of fitting(chosen)) begin(newKey(), file.name, () => upload(clientId, file));
  };
  /** Files that the client has already. */
  const put = (wanted: readonly Attachment[]): readonly Attached[] => {
    const others = wanted.filter(
      ({ file_id }) => !attached.some(({ key, file }) => key === file_id || file?.file_id === file_id),
    );
    const fit = fitting(others).map(there);
    files.change((all) => [...all, ...fit]);
    return fit;
  };
  return {
    /** Only a client has a place for files. */
    isOffered: clientId !== null,
    attached,
    tooMany,
    add,
    addThere: (wanted: readonly Attachment[]) => void put(wanted),
    /** Those of a message that was not taken: maybe since one of them is gone. */
    bringBack: (wanted: readonly Attachment[]) => check(put(wanted)),
    /** One of which only the id is known; it is called so until it is read. */
    addKnown: (id: string, name: string) => begin(id, name, () => known(id)),
    /** Tries again what was refused or cut off, or is gone. */
    again: (key: string) => {
      const found = attached.find((each) => each.key === key);
      if (!found) return;
      files.alter(key, { error: null });
      files.bring(found);
    },
    remove: (key: string) => {
      setTooMany(0);
      files.change((all) => all.filter((each) => each.key !== key));
    },
    clear: () => {
      setTooMany(0);
      files.change(() => []);
    },
  };
};
export type Attachments = ReturnType<typeof useAttachments>;
