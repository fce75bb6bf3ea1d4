import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  BLOCKED_EXTENSIONS,
  extensionOf,
  FILE_LIMITS,
  isAllowedExtension,
  isNoDocument,
  MIME_TYPES,
  nameFault,
  type Extension,
  type FilePart,
} from '@dosar/contracts';
import { FairQueue } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { bytesOf } from '../downloads/document-bytes';
import type { OwnedDocument } from '../texts/texts';
import { safePath } from '../unzip/archive-refused';
import { listInside, mayHaveParts, readPart, type Fault, type ListedPart, type PartRequest } from './inside-reader';

/** Two files of a client are read at once, that many wait; long readings are expensive. */
const TURNS = { places: 2, waiting: 64, dearMs: 3_000 };
const LISTS = { max: 500 };
const OTHER = 'application/octet-stream';

/** The files inside a file, with the numbers by which they are opened. */
export type FoundParts = { readonly parts: readonly FilePart[]; readonly isCut: boolean; readonly isForm: boolean };
const NO_PARTS: FoundParts = { parts: [], isCut: false, isForm: false };

const EXTENSIONS: ReadonlyMap<string, Extension> = new Map(
  (Object.keys(MIME_TYPES) as Extension[]).reverse().map((extension) => [MIME_TYPES[extension], extension]),
);

/** A name that says its type: by itself, else by the media type that the file around it gives. */
const nameOf = ({ name, number, type = '' }: ListedPart): string => {
  const safe = safePath(name).trim() || String(number + 1);
  const extension = EXTENSIONS.get(type.toLowerCase());
  return extensionOf(safe) === '' && extension ? `${safe}.${extension}` : safe;
};

/** Programs are not opened; other types than those of uploads are. */
const isBlocked = (name: string): boolean =>
  (BLOCKED_EXTENSIONS as readonly string[]).includes(extensionOf(name)) || nameFault(name)?.rule === 'name_blocked';

const partOf = (part: ListedPart): FilePart => {
  const name = nameOf(part);
  const extension = extensionOf(name);
  return {
    number: part.number,
    name,
    size: part.size,
    mime_type: isAllowedExtension(extension) ? MIME_TYPES[extension] : OTHER,
    can_open: !isBlocked(name) && part.size <= FILE_LIMITS.file,
  };
};

/** What is inside files: read in a process with little memory and time, and no access to anything but their bytes. */
@Injectable()
export class Insides {
  private readonly turns = new FairQueue(TURNS);
  private readonly known = new LRUCache<string, FoundParts | Fault, OwnedDocument>({
    ...LISTS,
    fetchMethod: (_blobId, _before, { context }) => this.read(context),
    ignoreFetchAbort: true,
  });

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    installation.keyring.onDestroyed(() => this.known.clear());
  }

  /** A faulty file is a result. @throws Unavailable */
  async of(document: OwnedDocument): Promise<FoundParts | Fault> {
    if (!mayHaveParts(document.mimeType)) return NO_PARTS;
    // reading it has ended the server before
    if (await this.installation.tries.document.isGivenUp(document.blobId)) return { why: 'damaged' };
    return this.known.forceFetch(document.blobId, { context: document });
  }

  /** Bytes of one of them, or of the file itself; null: there is no such part. @throws Unavailable */
  async bytes(document: OwnedDocument, asked: PartRequest): Promise<Awaited<ReturnType<typeof readPart>>> {
    return this.turns.run(document.clientId, async () => readPart(await this.opened(document), asked), document.size);
  }

  private async opened(document: OwnedDocument) {
    return { bytes: await bytesOf(this.installation.documents, document), mimeType: document.mimeType };
  }

  private async read(document: OwnedDocument): Promise<FoundParts | Fault> {
    const work = async () => listInside(await this.opened(document));
    const listed = await this.turns.run(document.clientId, work, document.size);
    if ('why' in listed) return listed;
    return { ...listed, parts: listed.parts.filter(({ name }) => !isNoDocument(name.split('/'))).map(partOf) };
  }
}
