import { Inject, Injectable } from '@nestjs/common';
import { sealedOutside, type Envelope, type SealedBytes } from '@dosar/kernel/runtime';
import { filesKey } from '@dosar/domain/files/drive.events';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { FilesReads } from '../files.reads';
import { UnfinishedCounts } from './unfinished-counts';

/** How long an upload can be continued, and how long its result is remembered. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The state of an upload, of which everything is durable. */
export type PartialUpload = {
  readonly id: string;
  /** Random, and stored only here: it marks the file’s record, since the id is unencrypted in the vault. */
  readonly mark: string;
  readonly userId: string;
  readonly clientId: string;
  readonly folderId: string | null;
  readonly isFromChat: boolean;
  readonly name: string;
  /** What was said of it when it was begun; uploads from before this was stored have none. */
  readonly metadata?: string;
  readonly length: number;
  readonly offset: number;
  /** Its bytes so far with their keys, which the vault stores encrypted, like the name. */
  readonly parts: readonly SealedBytes[];
  /** The resulting file. */
  readonly fileId: string | null;
  readonly duplicateOf: string | null;
  readonly expiresAt: number;
};

/** As read, so that a later state can replace it. */
export type Held = { readonly partial: PartialUpload; readonly kept: string };

type Kept = {
  readonly clientId: string;
  readonly length: number;
  /** Removed together with it. */
  readonly parts: readonly Pick<SealedBytes, 'id'>[];
} & Pick<PartialUpload, 'expiresAt' | 'fileId'> & { readonly sealed: Envelope };

const placeOf = (userId: string, id: string) => `upload/${userId}/${id}`;

/** Incomplete uploads, in the vault, encrypted with the key of documents of that year, and erased with it. */
@Injectable()
export class PartialUploads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: FilesReads,
    private readonly unfinished: UnfinishedCounts,
  ) {}

  expiry(): number {
    return Date.now() + KEPT_MS;
  }

  /** @returns the existing state when it was begun before. @throws Problem 429 */
  async begin(call: Call, partial: PartialUpload): Promise<Held> {
    const { vault } = this.installation.ports;
    const { userId, id } = partial;
    await this.unfinished.begin(userId, id, partial);
    try {
      const kept = await this.seal(partial);
      if (await vault.putIfAbsent(placeOf(userId, id), kept)) return { partial, kept };
      const before = await this.must(call, id);
      if (before.partial.fileId !== null) await this.unfinished.end(userId, id);
      return before;
    } catch (error) {
      // after an outage it may have been stored
      if (error instanceof Problem) await this.unfinished.end(userId, id);
      throw error;
    }
  }

  /** @throws Problem NOT_FOUND, also for uploads of others, and of clients the caller no longer sees */
  async must(call: Call, id: string): Promise<Held> {
    const place = placeOf(call.caller.id, id);
    const kept = await this.installation.ports.vault.get(place);
    if (kept === null) throw notFound();
    const { clientId, expiresAt, sealed } = JSON.parse(kept) as Kept;
    const partial = expiresAt <= Date.now() ? null : await this.sealed.open<PartialUpload>(place, sealed);
    if (partial === null) throw notFound();
    this.drives.of(call).clientId(clientId, 'client_id');
    return { partial, kept };
  }

  /** @throws Problem CONFLICT when another request has added bytes meanwhile */
  async replace({ partial, kept }: Held, change: Partial<PartialUpload>): Promise<Held> {
    const next = { ...partial, ...change };
    const sealed = await this.seal(next);
    const place = placeOf(partial.userId, partial.id);
    if (!(await this.installation.ports.vault.replaceIf(place, kept, sealed))) throw new Problem('CONFLICT');
    // a remaining count expires
    if (next.fileId !== null) await this.unfinished.end(next.userId, next.id).catch(() => undefined);
    return { partial: next, kept: sealed };
  }

  /** Forgets its state. */
  async end({ id, userId, parts }: PartialUpload): Promise<void> {
    const { vault } = this.installation.ports;
    await vault.remove(placeOf(userId, id));
    await this.unfinished.end(userId, id);
    await this.discard(parts);
  }

  async discard(parts: readonly Pick<SealedBytes, 'id'>[]): Promise<void> {
    for (const { id } of parts) await this.installation.documents.remove(id);
  }

  /** Removes expired uploads. */
  async sweep(now: Date): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place, text] of vault.all('upload/')) {
      const { expiresAt, parts } = JSON.parse(text) as Kept;
      if (expiresAt > now.getTime()) continue;
      await vault.remove(place);
      await this.discard(parts);
    }
  }

  private async seal(partial: PartialUpload): Promise<string> {
    const { id, userId, clientId, length, parts, fileId, expiresAt } = partial;
    const key = filesKey(clientId, new Date(expiresAt - KEPT_MS).getUTCFullYear());
    await this.installation.commandHandler.bring(key);
    const sealed = await this.sealed.seal(key, placeOf(userId, id), partial);
    if (sealed === null) throw notFound();
    const ids = parts.map((part) => ({ id: part.id }));
    return JSON.stringify({ clientId, length, parts: ids, fileId, expiresAt, sealed } satisfies Kept);
  }

  private get sealed() {
    return sealedOutside(this.installation.keyring, 'uploads');
  }
}
