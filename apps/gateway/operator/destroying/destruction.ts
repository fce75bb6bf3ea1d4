import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { contents } from '@dosar/domain/files/contents.projector';
import { files } from '@dosar/domain/files/files.projector';
import { notes } from '@dosar/domain/files/notes.projector';
import {
  dataKeys,
  destroyedBy,
  keyNamed,
  type NamedKey,
  operatorAct,
  type Position,
  rowIn,
  sayOfInstallation,
  SCRUBBED,
} from '@dosar/kernel/runtime';
import { CREDENTIALS } from '../../identity/accounts/credentials';
import { RESERVATIONS } from '../../identity/reservations/reservations';
import { FACTORS } from '../../identity/accounts/secrets';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { rowsById } from '../../platform/reads/rows-by-id';
import { carryAll } from './carrying';
import { goingWith, type Going } from './going';

/** How soon every process knows of the destruction: records encrypted before that precede the event. */
const KNOWN_MS = 700;
const LOOK_MS = 50;
/** The views that are read first. */
const READ = [contents, files, notes, messages, dataKeys].map(({ view }) => view);
/** How many files are looked up at once. */
const AT_ONCE = 500;

/** Destroys a key of personal data, with everything computed from what it opens: one function, and one event. */
@Injectable()
export class Destruction {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async goingWith(name: string): Promise<Going> {
    await this.reach();
    return goingWith(this.installation, name, new Date().toISOString());
  }

  /** Carries existing things over to this year. @returns how many */
  async carry(name: string): Promise<number> {
    const { living } = await this.goingWith(name);
    await carryAll(this.installation, keyNamed(name).id, living);
    await this.reach();
    return living.length;
  }

  /**
   * Done when the files of views and search contain nothing of it, and the bytes are removed. After an interruption it
   * starts again.
   * @returns why not; null when it is done
   */
  async destroy(name: string, signal: AbortSignal): Promise<string | null> {
    const { keyring } = this.installation;
    await keyring.fetch([name]);
    const isBegun = keyring.key(name) === 'destroyed';
    const { refusal, files: going } = await this.goingWith(name);
    if (refusal !== null && !isBegun) return refusal;
    const key = keyNamed(name);
    if (!isBegun) await keyring.destroy(name);
    await pause(KNOWN_MS, undefined, { signal });
    await this.say(name);
    await this.forgetOwner(key);
    await this.removeBytes(key, going);
    await this.erased(name, signal);
    return null;
  }

  /** Written once, however often it is begun. */
  private say(name: string): Promise<void> {
    const now = new Date();
    const data = operatorAct('destruction', { about: name }, now);
    return sayOfInstallation(
      this.installation.ports.events,
      ({ records }) =>
        records.some((record) => destroyedBy(record)?.name === name) ? null : { type: 'OperatorActed', data },
      now,
    );
  }

  /** Removes from the vault the unique values and credentials of an owner whose data ends as a whole. */
  private async forgetOwner({ purpose, id }: NamedKey): Promise<void> {
    const { vault } = this.installation.ports;
    if (purpose !== 'user' && purpose !== 'client' && purpose !== 'firm') return;
    for await (const [place, value] of vault.all(RESERVATIONS))
      if ((JSON.parse(value) as { readonly owner: string }).owner === id) await vault.remove(place);
    if (purpose !== 'user') return;
    for (const prefix of [CREDENTIALS, FACTORS])
      for await (const [place] of vault.all(`${prefix}${id}/`)) await vault.remove(place);
  }

  /** Removes the bytes of documents, except those that a copy of another year shares. */
  private async removeBytes({ purpose }: NamedKey, files: readonly string[]): Promise<void> {
    if (purpose !== 'files') return;
    const { reads, blobs } = this.installation.ports;
    const going = new Set(files);
    for (let from = 0; from < files.length; from += AT_ONCE)
      for (const { json } of (await rowsById(reads, contents, files.slice(from, from + AT_ONCE))).values()) {
        const { blobId } = rowIn(json);
        const named = await reads.find(contents, { where: { blob_id: blobId } });
        if (named.every(({ id }) => going.has(id))) await blobs.remove(blobId);
      }
  }

  /** Waits until all views have reached the current end of the log. */
  private async reach(): Promise<void> {
    const { ports, views } = this.installation;
    const head = await ports.events.head();
    if (head !== null) await views.reach(READ, head);
  }

  private async erased(name: string, signal: AbortSignal): Promise<void> {
    const { ports, searchErased } = this.installation;
    const isPast = (reached: Position | null, position: Position) => (reached ?? -1n) >= position;
    for (; ; await pause(LOOK_MS, undefined, { signal })) {
      const row = await ports.reads.get(dataKeys, name);
      const { destroyed } = row ? rowIn(row.json) : {};
      if (destroyed === undefined) continue;
      const position = BigInt(destroyed);
      const { position: scrubbed } = await ports.reads.state(SCRUBBED);
      if (isPast(scrubbed, position) && isPast(searchErased.upTo, position)) return;
    }
  }
}
