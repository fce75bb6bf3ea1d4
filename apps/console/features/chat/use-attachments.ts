import { useEffect, useState } from 'react';
import { MESSAGE_LIMITS, type Attachment } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { newKey } from '../../platform/send';
import { known, upload } from './attach';
import { talkDrafts } from './talk-drafts';

/** A file that goes with a message: on its way, there, or refused with a sentence. */
export type Attached = {
  readonly key: string;
  readonly name: string;
  readonly file: Attachment | null;
  readonly error: string | null;
  /** Tries again what was refused or cut off. */
  readonly again: () => void;
};

const MOST = MESSAGE_LIMITS.attachments;

const there = (file: Attachment): Attached => ({
  ...{ key: file.file_id, name: file.name ?? '', file, error: null },
  again: () => {},
});

/** The files that go with what is being written; they are uploaded as they are chosen. */
export const useAttachments = (conversationId: string, clientId: string | null) => {
  const sentence = useSentence();
  const [attached, setAttached] = useState<readonly Attached[]>(() =>
    clientId === null ? [] : talkDrafts.of(conversationId).attachments.map(there),
  );
  useEffect(() => {
    talkDrafts.keep(conversationId, { attachments: attached.flatMap(({ file }) => file ?? []) });
  }, [conversationId, attached]);
  const [tooMany, setTooMany] = useState(0);
  const change = (key: string, how: Partial<Attached>) =>
    setAttached((all) => all.map((each) => (each.key === key ? { ...each, ...how } : each)));
  /** @returns those for which there is room; of the others it is said how many they are. */
  const fitting = <T>(wanted: readonly T[]): readonly T[] => {
    const fit = wanted.slice(0, Math.max(MOST - attached.length, 0));
    setTooMany(wanted.length - fit.length);
    return fit;
  };
  /** Shown at once, and whole when it is there; or why it is not. */
  const bring = (key: string, name: string, fetch: () => Promise<Attachment>) => {
    const begin = () =>
      void fetch().then(
        (file) => change(key, { file, name: file.name ?? name }),
        (error: unknown) => change(key, { error: sentence(error) }),
      );
    const again = () => {
      change(key, { error: null });
      begin();
    };
    setAttached((all) =>
      all.some((each) => each.key === key) ? all : [...all, { key, name, file: null, error: null, again }],
    );
    begin();
  };
  const add = (files: readonly File[]) => {
    if (clientId === null) return;
    for (const chosen of fitting(files)) bring(newKey(), chosen.name, () => upload(clientId, chosen));
  };
  /** Files that the client has already. */
  const addThere = (files: readonly Attachment[]) => {
    const others = files.filter(
      ({ file_id }) => !attached.some(({ key, file }) => key === file_id || file?.file_id === file_id),
    );
    const fit = fitting(others).map(there);
    setAttached((all) => [...all, ...fit]);
  };
  return {
    /** Only a client has a place for files. */
    isOffered: clientId !== null,
    attached,
    tooMany,
    add,
    addThere,
    /** One of which only the id is known; it is called so until it is read. */
    addKnown: (id: string, name: string) => bring(id, name, () => known(id)),
    remove: (key: string) => {
      setTooMany(0);
      setAttached((all) => all.filter((each) => each.key !== key));
    },
    clear: () => {
      setTooMany(0);
      setAttached([]);
    },
  };
};
export type Attachments = ReturnType<typeof useAttachments>;
