/** A slot has a number plus one, so that new memory is empty slots, and the hash of what the number stands for. */
const SLOT = 2;
const EMPTY = 0;
const GONE = -1;
const FEWEST = 8;

/**
 * Numbers found by the hash of what they stand for: a hash table that is at least a third empty. It takes less memory than a
 * Map, and the garbage collector does not scan it.
 */
export class HashedNumbers {
  private slots = new Int32Array(0);
  private count = 0;
  /** Slots that are not empty, including those of removed numbers. */
  private used = 0;

  /** The number with this hash that passes the test. */
  find(hash: number, test: (number: number) => boolean): number | undefined {
    const at = this.placeOf(hash, test);
    return at === undefined ? undefined : this.slots[at]! - 1;
  }

  /** Adds a number that is not in the table. */
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

  /** All numbers, ascending. */
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

  /** Resizes the table, and clears the slots of removed numbers. */
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
