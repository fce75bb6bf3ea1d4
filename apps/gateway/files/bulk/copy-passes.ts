import type { Copied } from '@dosar/domain/files/drive-copies';
import type { Drive } from '@dosar/domain/files/drive-nodes';

/** How many things are planned for one append, which makes fewer. */
const TOGETHER = 100;

/** The things the next append is planned from. */
export type CopyPass = { readonly ids: readonly string[]; readonly copies: readonly Copied[] };

/** A copied thing, with everything in it. */
class Whole {
  readonly copies: Copied[] = [];
  private readonly byOrigin = new Map<string, Copied>();
  /** How many of its copies are settled; and how many with those planned last. */
  private behind = 0;
  private shown = 0;

  constructor(readonly id: string) {}

  add(copy: Copied): void {
    this.copies.push(copy);
    this.byOrigin.set(copy.from, copy);
  }

  /** Everything, before any of it is made; then the next copies, with the folders above them. null: none are left. */
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
 * Splits a copy into the parts from which appends are planned. Planning everything for each append, of which one makes fifty
 * copies, would block the event loop two hundred times as long as planning it once.
 */
export class CopyPasses {
  private left: readonly Whole[];
  private last: readonly Whole[] = [];

  constructor(ids: readonly string[], copies: readonly Copied[]) {
    const wholes = new Map(ids.map((id) => [id, new Whole(id)]));
    for (const each of copies) wholes.get(each.of)?.add(each);
    this.left = [...wholes.values()];
  }

  /** null when everything possible is made. */
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

  /** Skips the copies planned last: their originals are gone, or they were refused. */
  pass(): void {
    for (const whole of this.last) whole.pass();
  }

  /** Makes nothing more of refused things. */
  refused(ids: ReadonlySet<string>): void {
    this.left = this.left.filter(({ id }) => !ids.has(id));
  }
}
