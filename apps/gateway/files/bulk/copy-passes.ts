import type { Copied } from '@dosar/domain/files/drive-copies';
import type { Drive } from '@dosar/domain/files/drive-nodes';

/** So many are looked at for one append, which makes fewer. */
const TOGETHER = 100;

/** What the next append is planned of. */
export type CopyPass = { readonly ids: readonly string[]; readonly copies: readonly Copied[] };

/** A thing that is copied, with all that is in it. */
class Whole {
  readonly copies: Copied[] = [];
  private readonly byOrigin = new Map<string, Copied>();
  /** So many of them need not be looked at any more; with those that were looked at last. */
  private behind = 0;
  private shown = 0;

  constructor(readonly id: string) {}

  add(copy: Copied): void {
    this.copies.push(copy);
    this.byOrigin.set(copy.from, copy);
  }

  /** All of it, before anything of it is made; then what is to be made next, and the folders that it is in. null: no more. */
  part({ nodes }: Drive, most: number): readonly Copied[] | null {
    const { copies, byOrigin, id } = this;
    const first = byOrigin.get(id);
    if (this.behind > 0 && this.behind >= copies.length) return null;
    if (!first || !nodes.has(first.id)) {
      this.shown = Math.max(1, copies.length);
      return copies;
    }
    while (this.behind < copies.length && nodes.has(copies[this.behind]!.id)) this.behind += 1;
    if (this.behind === copies.length) return null;
    this.shown = most;
    const chosen = new Set([first, ...copies.slice(this.behind, this.behind + most)]);
    for (const { from } of [...chosen])
      for (let above = byOrigin.get(nodes.get(from)?.parentId ?? ''); above && !chosen.has(above);) {
        chosen.add(above);
        above = byOrigin.get(nodes.get(above.from)?.parentId ?? '');
      }
    return [...chosen];
  }

  pass(): void {
    this.behind += this.shown;
  }
}

/**
 * What the appends of a copy are planned of, one after the other. To plan all of it each time, of which an append makes fifty,
 * would cost the loop two hundred times as much as to plan it once.
 */
export class CopyPasses {
  private left: readonly Whole[];
  private last: readonly Whole[] = [];

  constructor(ids: readonly string[], copies: readonly Copied[]) {
    const wholes = new Map(ids.map((id) => [id, new Whole(id)]));
    for (const each of copies) wholes.get(each.of)?.add(each);
    this.left = [...wholes.values()];
  }

  /** null when all is made that can be. */
  next(drive: Drive): CopyPass | null {
    const copies: Copied[] = [];
    const last: Whole[] = [];
    const over: Set<Whole> = new Set();
    for (const whole of this.left) {
      if (copies.length >= TOGETHER || last.length >= TOGETHER) break;
      const part = whole.part(drive, TOGETHER);
      if (part === null) over.add(whole);
      else last.push(whole);
      copies.push(...(part ?? []));
    }
    this.left = this.left.filter((whole) => !over.has(whole));
    this.last = last;
    return last.length === 0 ? null : { ids: last.map(({ id }) => id), copies };
  }

  /** Nothing came of what was looked at last: what it is of is not there any more, or it was refused. */
  pass(): void {
    for (const whole of this.last) whole.pass();
  }

  /** Of what is refused nothing more is made. */
  refused(ids: ReadonlySet<string>): void {
    this.left = this.left.filter(({ id }) => !ids.has(id));
  }
}
