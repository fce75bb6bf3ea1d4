import type { Position } from '../model/event';
import { rewritten } from '../model/damage';
import type { Masters } from '../keys/masters';
import { updateIn } from '../keys/update-in';
import { readRefusal } from '../log/log-refusal';
import { verifyConsistency } from '../log/merkle';
import type { EventStore, Vault } from '../ports';
import type { GrowingTree } from './growing-tree';
import type { Ledger, SignedHead } from './ledger';
import { checkpointText, cosignText, signText } from './note';
import { currentSigner } from './signing-keys';
import { NotInTiles, proveConsistency, rootAt } from './tree';

/** When the newest records get a head: after so many, or so long; without new ones, so often. */
export const SEAL = { records: 100, ms: 5_000, idleMs: 60 * 60 * 1000 } as const;
/** Full tiles that are stored before there is a head over them. */
const TILES_AT_ONCE = 64;
/** Of heads older than this only the last one of each hour stays. */
const ALL_MS = 24 * 60 * 60 * 1000;

/** Place in the vault: the newest head, against a ledger that was set back. */
const NEWEST = 'ledger/newest';

export type SealerPorts = {
  readonly events: Pick<EventStore, 'follow' | 'at' | 'head'>;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly masters: Masters;
  /** The host that the portal is reached by, which names the log. */
  readonly host: string;
  /** Where several processes could sign, the name of this one; null: it is the only one. */
  readonly sealer: string | null;
  /** How soon new records get a head; for tests. */
  readonly ms?: number;
  readonly now?: () => Date;
};

/** A head as the vault knows it. */
export type Known = { readonly origin: string; readonly size: number; readonly root: string };

/** The newest head of this log that the vault knows. */
export const knownIn = async (vault: Pick<Vault, 'get'>, origin: string): Promise<Known | null> => {
  const text = await vault.get(NEWEST);
  const known = text === null ? null : (JSON.parse(text) as Known);
  return known?.origin === origin ? known : null;
};

/** Another log than the one that heads were signed for. */
export class Rewritten extends Error {
  override readonly name = 'Rewritten';
}

/** Signs heads of one log over a tree that grows. */
export class Sealing {
  private busy: Promise<void> | null = null;
  private newest: SignedHead | null;
  private readonly known: Known | null;

  constructor(
    private readonly ports: SealerPorts,
    private readonly origin: string,
    readonly tree: GrowingTree,
    { newest, known }: { readonly newest: SignedHead | null; readonly known: Known | null },
  ) {
    this.newest = newest;
    this.known = known;
  }

  private now = () => this.ports.now?.() ?? new Date();

  /** How many records no head is over yet. */
  get unsealed(): number {
    return this.tree.size - (this.newest?.size ?? 0);
  }

  private isStale(): boolean {
    return this.newest !== null && this.now().getTime() - Date.parse(this.newest.at) >= SEAL.idleMs;
  }

  /** @throws Rewritten when a head was signed over that many other records */
  add(leaf: Buffer, position: Position): void {
    this.tree.add(leaf, position);
    for (const signed of [this.newest, this.known])
      if (signed?.size === this.tree.size && signed.root !== this.tree.root().toString('base64'))
        throw new Rewritten(rewritten(signed.size));
  }

  /** Stores full tiles early, so that a long log does not wait in memory. */
  async store(): Promise<void> {
    if (this.tree.waiting >= TILES_AT_ONCE) await this.ports.ledger.putTiles(this.origin, this.tree.take());
  }

  /** Signs a head over all records so far; one after the other. @throws NotInTiles when the hashes below it are lost */
  async seal(): Promise<void> {
    await this.busy?.catch(() => undefined);
    const isNew = this.unsealed > 0 || (this.unsealed === 0 && this.isStale());
    if (!isNew || this.tree.size < (this.known?.size ?? 0)) return;
    this.busy = this.sealOnce(this.tree.size, this.tree.root(), this.tree.position!).finally(() => (this.busy = null));
    await this.busy;
  }

  private async sealOnce(size: number, root: Buffer, position: Position): Promise<void> {
    const { ledger, vault, masters } = this.ports;
    await ledger.putTiles(this.origin, this.tree.take());
    if ((await readRefusal(vault)) !== null) return;
    await this.mustContinue(size, root);
    const text = checkpointText({ origin: this.origin, size, root });
    const signer = await currentSigner(vault, masters, this.origin);
    const at = this.now();
    const head: SignedHead = {
      origin: this.origin,
      number: (this.newest?.number ?? 0) + 1,
      size,
      root: root.toString('base64'),
      position,
      at: at.toISOString(),
      note: `${text}\n${signText(text, signer)}${cosignText(text, signer, at)}`,
    };
    if (!(await ledger.release(head))) throw new Error('another process has signed a head meanwhile');
    this.newest = head;
    const known: Known = { origin: this.origin, size, root: head.root };
    await updateIn(vault, NEWEST, () => JSON.stringify(known));
    if (head.number % SEAL.records === 0) await ledger.thin(this.origin, new Date(at.getTime() - ALL_MS).toISOString());
  }

  /** By the hashes that are stored, the new tree is the one in memory, and begins with the one that was signed last. */
  private async mustContinue(size: number, root: Buffer): Promise<void> {
    const read = (names: readonly string[]) => this.ports.ledger.tiles(this.origin, names);
    const second = { size, root };
    const isStored = (await rootAt(read, size)).equals(root);
    const first = this.newest && { size: this.newest.size, root: Buffer.from(this.newest.root, 'base64') };
    const proof = first ? await proveConsistency(read, first.size, size) : [];
    if (!isStored || (first && !verifyConsistency(first, second, proof)))
      throw new NotInTiles('the hashes that are stored beside the log are not those of its records');
  }
}
