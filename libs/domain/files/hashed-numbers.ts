/** A slot is a number and one more, so that those of new memory are empty, and the hash of what it stands for. */
const SLOT = 2;
const EMPTY = 0;
const GONE = -1;
const FEWEST = 8;

/**
 * Numbers that are found by the hash of what they stand for: a hash table of which a third is empty at least. It takes less
 * memory than a Map, and the collector of garbage passes it by.
 */
export class HashedNumbers {
  private slots = new Int32Array(0);
  private count = 0;
  /** Slots that are not empty: also those of numbers that were taken out. */
  private used = 0;

  /** The one with this hash that passes the test. */
  find(hash: number, test: (number: number) => boolean): number | undefined {
    const at = this.placeOf(hash, test);
    return at === undefined ? undefined : this.slots[at]! - 1;
  }

  /** One that is not there yet. */
  add(hash: number, number: number): void {
    this.count += 1;
    this.used += 1;
    if (this.used * SLOT * 3 > this.slots.length * 2) this.makeRoom();
    this.put(hash, number);
  }

  remove(hash: number, number: number): void {
    const at = this.placeOf(hash, (each) => each === number);
    if (at === undefined) return;
    this.slots[at] = GONE;
    this.count -= 1;
  }

  /** All of them, the smallest first. */
  numbers(): Int32Array {
    const all = new Int32Array(this.count);
    let count = 0;
    for (let at = 0; at < this.slots.length; at += SLOT) {
      if (this.slots[at]! <= EMPTY) continue;
      all[count] = this.slots[at]! - 1;
      count += 1;
    }
    return all.sort();
  }

  private placeOf(hash: number, test: (number: number) => boolean): number | undefined {
    const { slots } = this;
    if (slots.length === 0) return undefined;
    const last = slots.length - 1;
    for (let at = (hash * SLOT) & last; slots[at] !== EMPTY; at = (at + SLOT) & last)
      if (slots[at] !== GONE && slots[at + 1] === hash && test(slots[at]! - 1)) return at;
    return undefined;
  }

  private put(hash: number, number: number): void {
    const { slots } = this;
    const last = slots.length - 1;
    let at = (hash * SLOT) & last;
    while (slots[at] !== EMPTY) at = (at + SLOT) & last;
    slots[at] = number + 1;
    slots[at + 1] = hash;
  }

  /** For what is there and will be: of what was taken out nothing remains. */
  private makeRoom(): void {
    const former = this.slots;
    let length = FEWEST;
    while (this.count * 2 > length) length *= 2;
    this.slots = new Int32Array(length * SLOT);
    this.used = this.count;
    for (let at = 0; at < former.length; at += SLOT)
      if (former[at]! > EMPTY) this.put(former[at + 1]!, former[at]! - 1);
  }
}
