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

/** So soon every process knows that the key is gone: what one of them has sealed before stands before the event. */
const KNOWN_MS = 700;
const LOOK_MS = 50;
/** What is looked at before. */
const READ = [contents, files, notes, messages, dataKeys].map(({ view }) => view);
/** So many files are looked up at once. */
const AT_ONCE = 500;

/** Destroys a key of personal data with all that was computed of what it opens: one function, and one event. */
@Injectable()
export class Destruction {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async goingWith(name: string): Promise<Going> {
    await this.reach();
    return goingWith(this.installation, name, new Date().toISOString());
  }

  /** Carries what is there into this year, so that it lives on. @returns how much */
  async carry(name: string): Promise<number> {
    const { living } = await this.goingWith(name);
    await carryAll(this.installation, keyNamed(name).id, living);
    await this.reach();
    return living.length;
  }

  /**
   * Done when nothing of it is in any file of the views and of the search, and the bytes are gone. Stopped in the middle it is
   * done again from the beginning.
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

  /** Once, however often it is begun. */
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

  /** What the vault keeps of whoever ends as a whole: values that are in use, and what signs them in. */
  private async forgetOwner({ purpose, id }: NamedKey): Promise<void> {
    const { vault } = this.installation.ports;
    if (purpose !== 'user' && purpose !== 'client' && purpose !== 'firm') return;
    for await (const [place, value] of vault.all(RESERVATIONS))
      if ((JSON.parse(value) as { readonly owner: string }).owner === id) await vault.remove(place);
    if (purpose !== 'user') return;
    for (const prefix of [CREDENTIALS, FACTORS])
      for await (const [place] of vault.all(`${prefix}${id}/`)) await vault.remove(place);
  }

  /** The bytes of documents that go: a copy of another year has the same, and keeps them. */
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

  /** All views are as far as the log is now. */
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
