#!/usr/bin/env node
// Verifies a history that Dosar exported, without Dosar: written from libs/kernel/FORMAT.md, with arithmetic of its own.
//   node dosar-verify.mjs <history> [--head <note, or "size root">]... [--key <verifier key>] [--lang ro|en] [--json]
// It ends with 0: all is as it was; 10: an event is not; 11: events are missing; 12: another history than the head that was
// kept elsewhere; 13: a signature is wrong, or a stranger's; 14: the newest events are under no head; 2: it cannot be read.
// The same file stands inside verify.html, which opens in a browser by a double click.
globalThis.dosarVerify = (() => {
  const CODES = { tampered: 10, signature: 13, missing: 11, diverged: 12, unsealed: 14 };
  const native = globalThis.process?.getBuiltinModule?.('node:crypto');
  const utf8 = new TextEncoder();
  const utf16 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  const joined = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  };
  const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
  const toBase64 = (bytes) => btoa(String.fromCharCode.apply(null, bytes));
  /** null for what is not base64 in its one form. */
  const fromBase64 = (text) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : null;
  };

  // --- SHA-256, SHA-1 and SHA-512 (FIPS 180-4) -----------------------------------------------------------------------
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 80; n += 1) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
  /** The first bits behind the point of a root of a prime. */
  const rootBits = (prime, degree, bits) => {
    const wanted = BigInt(prime) << BigInt(degree * bits);
    let root = 0n;
    for (let bit = BigInt(bits + 4); bit >= 0n; bit -= 1n)
      if ((root | (1n << bit)) ** BigInt(degree) <= wanted) root |= 1n << bit;
    return root & ((1n << BigInt(bits)) - 1n);
  };
  const K256 = Uint32Array.from(PRIMES.slice(0, 64), (prime) => Number(rootBits(prime, 3, 32)));
  const H256 = PRIMES.slice(0, 8).map((prime) => Number(rootBits(prime, 2, 32)));
  /** The message with its padding, in blocks. */
  const padded = (bytes, block) => {
    const all = new Uint8Array(Math.ceil((bytes.length + 1 + block / 8) / block) * block);
    all.set(bytes);
    all[bytes.length] = 128;
    new DataView(all.buffer).setBigUint64(all.length - 8, BigInt(bytes.length) * 8n);
    return new DataView(all.buffer);
  };
  const asBytes = (words) => {
    const out = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, at) => out.setUint32(4 * at, word));
    return new Uint8Array(out.buffer);
  };
  const ownSha256 = (bytes) => {
    const [view, state, w] = [padded(bytes, 64), Uint32Array.from(H256), new Uint32Array(64)];
    const turn = (word, by) => (word >>> by) | (word << (32 - by));
    for (let from = 0; from < view.byteLength; from += 64) {
      for (let at = 0; at < 16; at += 1) w[at] = view.getUint32(from + 4 * at);
      for (let at = 16; at < 64; at += 1) {
        const [early, late] = [w[at - 15], w[at - 2]];
        const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        w[at] = w[at - 16] + one + w[at - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let at = 0; at < 64; at += 1) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K256[at] + w[at]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
    }
    return asBytes(state);
  };
  const ownSha1 = (bytes) => {
    const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
    const [view, w] = [padded(bytes, 64), new Uint32Array(80)];
    const turn = (word, by) => (word << by) | (word >>> (32 - by));
    for (let from = 0; from < view.byteLength; from += 64) {
      for (let at = 0; at < 80; at += 1)
        w[at] = at < 16 ? view.getUint32(from + 4 * at) : turn(w[at - 3] ^ w[at - 8] ^ w[at - 14] ^ w[at - 16], 1);
      let [a, b, c, d, e] = state;
      for (let at = 0; at < 80; at += 1) {
        const mixed = at < 20 ? (b & c) | (~b & d) : at < 40 || at >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
        const k = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][Math.floor(at / 20)];
        [e, d, c, b, a] = [d, c, turn(b, 30), a, (turn(a, 5) + mixed + e + k + w[at]) | 0];
      }
      [a, b, c, d, e].forEach((word, at) => (state[at] += word));
    }
    return asBytes(state);
  };
  const M64 = (1n << 64n) - 1n;
  const sha512 = (bytes) => {
    const [k, state] = [PRIMES.map((p) => rootBits(p, 3, 64)), PRIMES.slice(0, 8).map((p) => rootBits(p, 2, 64))];
    const turn = (word, by) => ((word >> by) | (word << (64n - by))) & M64;
    const [view, w] = [padded(bytes, 128), []];
    for (let from = 0; from < view.byteLength; from += 128) {
      for (let at = 0; at < 16; at += 1) w[at] = view.getBigUint64(from + 8 * at);
      for (let at = 16; at < 80; at += 1) {
        const [early, late] = [w[at - 15], w[at - 2]];
        const one = turn(early, 1n) ^ turn(early, 8n) ^ (early >> 7n);
        w[at] = (w[at - 16] + one + w[at - 7] + (turn(late, 19n) ^ turn(late, 61n) ^ (late >> 6n))) & M64;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let at = 0; at < 80; at += 1) {
        const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & M64 & g)) + k[at] + w[at];
        const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & M64, c, b, a, (one + two) & M64];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at] + word) & M64));
    }
    const out = new DataView(new ArrayBuffer(64));
    state.forEach((word, at) => out.setBigUint64(8 * at, word));
    return new Uint8Array(out.buffer);
  };
  const quick = (name, own) =>
    native?.hash
      ? (bytes) => native.hash(name, bytes, 'buffer')
      : native
        ? (bytes) => native.createHash(name).update(bytes).digest()
        : own;
  const sha256 = quick('sha256', ownSha256);
  const sha1 = quick('sha1', ownSha1);

  // --- Ed25519 (RFC 8032 section 5.1.7), on points as (X, Y, Z, T) ----------------------------------------------------
  const P = (1n << 255n) - 19n;
  const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
  const mod = (a, by = P) => ((a % by) + by) % by;
  const power = (base, exponent) => {
    let [result, square] = [1n, mod(base)];
    for (let left = exponent; left > 0n; left >>= 1n) {
      if (left & 1n) result = (result * square) % P;
      square = (square * square) % P;
    }
    return result;
  };
  const inverse = (a) => power(a, P - 2n);
  const D = mod(-121665n * inverse(121666n));
  const HALF = power(2n, (P - 1n) / 4n);
  const add = ([x1, y1, z1, t1], [x2, y2, z2, t2]) => {
    const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))];
    const [c, d] = [mod(2n * t1 * t2 * D), mod(2n * z1 * z2)];
    const [e, f, g, h] = [b - a, d - c, d + c, b + a];
    return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
  };
  const times = (point, scalar) => {
    let [result, doubled] = [[0n, 1n, 1n, 0n], point];
    for (let left = scalar; left > 0n; left >>= 1n) {
      if (left & 1n) result = add(result, doubled);
      doubled = add(doubled, doubled);
    }
    return result;
  };
  const littleEndian = (bytes) => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
  /** null for bytes that are no point. */
  const pointOf = (bytes) => {
    const all = littleEndian(bytes);
    const [y, sign] = [all & ((1n << 255n) - 1n), all >> 255n];
    if (y >= P) return null;
    const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
    let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n));
    if (mod(v * x * x) !== u) x = mod(x * HALF);
    if (mod(v * x * x) !== u || (x === 0n && sign === 1n)) return null;
    if ((x & 1n) !== sign) x = P - x;
    return [x, y, 1n, mod(x * y)];
  };
  const BASE = pointOf(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66)));
  const isSigned = (key, message, signature) => {
    if (signature.length !== 64) return false;
    const [point, r, s] = [pointOf(key), pointOf(signature.subarray(0, 32)), littleEndian(signature.subarray(32))];
    if (!point || !r || s >= ORDER) return false;
    const k = mod(littleEndian(sha512(joined(signature.subarray(0, 32), key, message))), ORDER);
    const [x1, y1, z1] = times(BASE, s);
    const [x2, y2, z2] = add(r, times(point, k));
    return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
  };

  // --- signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature) ---------------------------------------------
  const parseKey = (text) => {
    const [, name, id, bytes] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
    const raw = bytes === undefined ? null : fromBase64(bytes);
    return raw?.length === 33 && raw[0] === 1 ? { name, id, raw: raw.subarray(1) } : null;
  };
  const idOf = (name, type, raw) => sha256(joined(utf8.encode(`${name}\n`), Uint8Array.of(type), raw)).subarray(0, 4);
  const parseNote = (note) => {
    const end = note.lastIndexOf('\n\n');
    if (end < 0 || !note.endsWith('\n')) return null;
    const signed = note.slice(end + 2, -1).split('\n');
    const lines = signed.map((line) => /^— (\S+) (\S+)$/.exec(line));
    const signatures = lines.map((line) => line && { name: line[1], bytes: fromBase64(line[2]) });
    return signatures.every((each) => each?.bytes) ? { text: note.slice(0, end + 1), signatures } : null;
  };
  /** When the key signed the note, by itself; 0: it does not say when; null: it did not sign, or wrongly. */
  const signedAt = ({ text, signatures }, { name, raw }) => {
    let at = null;
    for (const { name: by, bytes } of signatures) {
      if (by !== name) continue;
      const timed = same(bytes.subarray(0, 4), idOf(name, 4, raw));
      if (!timed && !same(bytes.subarray(0, 4), idOf(name, 1, raw))) continue;
      if (timed && bytes.length !== 76) return null;
      const seconds = timed ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4) : 0n;
      const message = utf8.encode(timed ? `cosignature/v1\ntime ${seconds}\n${text}` : text);
      if (!isSigned(raw, message, bytes.subarray(timed ? 12 : 4))) return null;
      at = Math.max(at ?? 0, Number(seconds) * 1000);
    }
    return at;
  };
  const parseHead = (text) => {
    const [, origin, size, root] = /^([^\n]+)\n([1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? [];
    return origin === undefined ? null : { origin, size: Number(size), root };
  };
  const baseOf = (origin) => origin.replace(/(\/audit)\/[^/]*$/, '$1');

  // --- records --------------------------------------------------------------------------------------------------------
  const NAMESPACE = Uint8Array.from('d05a0000b5f14d5c9b0fd05a5ea1ed1d'.match(/../g), (byte) => parseInt(byte, 16));
  const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
  const eventId = ({ command, stream, revision }) => {
    const bytes = sha1(joined(NAMESPACE, utf8.encode(`${command.id}\0${stream}\0${revision}`)));
    bytes[6] = (bytes[6] & 15) | 80;
    bytes[8] = (bytes[8] & 63) | 128;
    let id = '';
    for (let at = 0; at < 16; at += 1)
      id += (at === 4 || at === 6 || at === 8 || at === 10 ? '-' : '') + hexadecimal[bytes[at]];
    return id;
  };
  /** RFC 8785: members sorted by UTF-16 code units. */
  const isSorted = (value) => {
    if (typeof value !== 'object' || value === null) return typeof value !== 'number' || Number.isSafeInteger(value);
    if (Array.isArray(value)) return value.every(isSorted);
    let before = null;
    for (const name of Object.keys(value)) {
      if ((before !== null && before >= name) || !isSorted(value[name])) return false;
      before = name;
    }
    return true;
  };
  const node = new Uint8Array(65).fill(1, 0, 1);
  const nodeHash = (left, right) => (node.set(left, 1), node.set(right, 33), sha256(node));

  /** Checks a history line by line. */
  class Check {
    events = 0;
    faults = [];
    accepted = [];
    heads = [];
    pins = [];
    header = null;
    #roots = [];
    #revisions = new Map();
    #wanted = new Map();

    /** @param pins heads that were kept elsewhere: notes, or "size root" */
    constructor({ pins = [], key = null } = {}) {
      this.pinTexts = pins;
      this.pinnedKey = key;
    }

    fault(kind, code, words = {}) {
      if (this.faults.length < 100) this.faults.push({ kind, code, ...words });
    }

    line(bytes) {
      if (this.header === null) return this.#begin(bytes);
      this.events += 1;
      const leaf = sha256(joined(Uint8Array.of(0), bytes.subarray(45)));
      const wrong = this.#wrongIn(bytes, leaf);
      if (wrong) this.fault('tampered', wrong, { index: this.events, ...this.last });
      let root = leaf;
      for (let size = this.events - 1; size % 2 === 1; size = (size - 1) / 2) root = nodeHash(this.#roots.pop(), root);
      this.#roots.push(root);
      if (this.#wanted.has(this.events)) this.#compare(this.#wanted.get(this.events));
    }

    #root = () => toBase64(this.#roots.reduceRight((right, left) => nodeHash(left, right)));

    #compare(heads) {
      const root = this.#root();
      for (const head of heads) {
        head.isMet = head.root === root;
        if (head.isMet) continue;
        const kind = head.pinned ? ['diverged', 'pinned_root'] : ['tampered', 'head_root'];
        this.fault(...kind, { size: head.size, from: (this.good ?? 0) + 1 });
      }
      if (heads.every(({ isMet }) => isMet)) this.good = this.events;
    }

    #begin(bytes) {
      const header = JSON.parse(utf16.decode(bytes));
      if (header.dosar !== 'history' || header.v !== 1 || !Number.isSafeInteger(header.size))
        throw new Error('not a history of Dosar, or of a newer form');
      this.header = header;
      const keys = this.#keysIn(header.keys);
      for (const note of header.heads) this.#head(note, keys, false);
      for (const text of this.pinTexts) this.#head(text, keys, true);
      for (const head of [...this.heads, ...this.pins])
        this.#wanted.set(head.size, [...(this.#wanted.get(head.size) ?? []), head]);
    }

    /** The keys of the file, each signed by itself and by the one before it. */
    #keysIn(given) {
      const keys = given.map(({ verifierKey }) => parseKey(verifierKey));
      const hasSigned = (signed, key) =>
        key && signed.text.includes(toBase64(joined(Uint8Array.of(1), key.raw))) && isKeyOf(signed, key);
      const isKeyOf = (signed, { raw }) => signedAt(signed, { name: signed.signatures[0].name, raw }) !== null;
      given.forEach(({ note }, at) => {
        const signed = parseNote(note ?? '');
        const isHanded = at === 0 || (signed && [keys[at - 1], keys[at]].every((key) => hasSigned(signed, key)));
        if (!keys[at] || !isHanded) this.fault('signature', 'key_chain', { number: at + 1 });
      });
      const pinned = parseKey(this.pinnedKey ?? '');
      if (this.pinnedKey && !keys.some((key) => key && pinned && same(key.raw, pinned.raw)))
        this.fault('signature', 'other_key');
      return keys.filter(Boolean);
    }

    #head(text, keys, pinned) {
      const short = pinned ? /^\s*([1-9]\d*)\s+([A-Za-z0-9+/]{43}=)\s*$/.exec(text) : null;
      const note = short ? null : parseNote(text);
      const head = short
        ? { origin: this.header.origin, size: Number(short[1]), root: short[2] }
        : note && parseHead(note.text);
      if (!head) return this.fault('signature', pinned ? 'no_pin' : 'no_head', {});
      if (baseOf(head.origin) !== baseOf(this.header.origin))
        return this.fault('diverged', 'other_log', { origin: head.origin });
      if (note) {
        const times = keys.map(({ raw }) => signedAt(note, { name: head.origin, raw })).filter((at) => at !== null);
        if (times.length === 0) return this.fault('signature', 'head_signature', { size: head.size });
        head.at = Math.max(...times);
      }
      (pinned ? this.pins : this.heads).push({ ...head, pinned });
    }

    /** What is wrong with a record by itself; null: nothing. */
    #wrongIn(bytes, leaf) {
      this.last = {};
      try {
        const text = utf16.decode(bytes.subarray(45));
        const record = JSON.parse(text);
        const { v, id, stream, revision, type, occurredAt } = record;
        this.last = { id, type, occurredAt };
        if (toBase64(leaf) !== utf16.decode(bytes.subarray(0, 44))) return 'leaf';
        if (v !== 2) return 'form';
        if (JSON.stringify(record) !== text || !isSorted(record)) return 'canonical';
        if (id !== eventId(record)) return 'id';
        if (revision !== (this.#revisions.get(stream) ?? -1) + 1) return 'revision';
        this.#revisions.set(stream, revision);
        if (type === 'LogAccepted' && stream === 'installation') this.accepted.push({ at: occurredAt, ...record.data });
        return null;
      } catch {
        return 'text';
      }
    }

    /** After the last line. */
    end() {
      if (this.header === null) throw new Error('the file is empty');
      const { size } = this.header;
      if (this.events < size) this.fault('missing', 'cut', { missing: size - this.events });
      if (this.events > size) this.fault('tampered', 'more', { index: size + 1 });
      for (const pin of this.pins.filter((each) => each.size > this.events)) {
        pin.isExcused = this.accepted.some(
          ({ known, found }) => known && pin.size > found.size && pin.size <= known.size,
        );
        if (!pin.isExcused) this.fault('missing', 'after_pin', { size: pin.size, missing: pin.size - this.events });
      }
      for (const { size: over } of this.heads.filter((head) => head.size > this.events))
        this.fault('missing', 'after_head', { size: over, missing: over - this.events });
      const newest = this.heads.reduce((last, head) => (last && last.size > head.size ? last : head), null);
      if ((newest?.size ?? 0) < this.events) this.fault('unsealed', 'no_head_over', { since: newest?.size ?? 0 });
      const kinds = Object.keys(CODES).filter((kind) => this.faults.some((fault) => fault.kind === kind));
      const [first = null] = this.faults.filter(({ kind }) => kind === kinds[0]);
      const heads = { met: this.heads.filter(({ isMet }) => isMet).length, all: this.header.heads.length };
      const keys = this.header.keys.map(({ verifierKey }) => verifierKey);
      const { faults, events, pins, accepted } = this;
      return {
        ok: kinds.length === 0,
        code: CODES[kinds[0]] ?? 0,
        first,
        faults,
        events,
        size,
        heads,
        pins,
        accepted,
        newest,
        keys,
      };
    }
  }

  /** Cuts bytes into lines, and gives each to the check. @param pieces an async iterable of bytes */
  const verify = async (pieces, options = {}) => {
    const check = new Check(options);
    let rest = new Uint8Array(0);
    let done = 0;
    for await (const piece of pieces) {
      const bytes = rest.length > 0 ? joined(rest, piece) : piece;
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        check.line(bytes.subarray(from, end));
        from = end + 1;
      }
      rest = bytes.slice(from);
      done += piece.length;
      await options.onProgress?.(done, check.events);
    }
    if (rest.length > 0) check.fault('missing', 'half_line', { missing: 1 });
    return check.end();
  };

  /** What is said: a word for it, in Romanian, in English. */
  const WORDS = `ok|Istoricul este întreg și neschimbat.|The history is whole and unchanged.
bad|Istoricul NU este cel semnat.|The history is NOT the one that was signed.
accepted|De știut mai întâi: la {at} un operator a acceptat un jurnal tăiat sau rescris ({known} înregistrări cunoscute, {found} găsite).|To be known first: at {at} an operator accepted a log that had been cut or rewritten ({known} records were known, {found} were found).
counts|Înregistrări: {events} din {size}. Sigilii: {met} din {all}.|Events: {events} of {size}. Seals: {met} of {all}.
newest|Cel mai nou sigiliu: {size} înregistrări, semnat la {time}.|Newest seal: {size} records, signed at {time}.
fits|Sigiliul păstrat de dumneavoastră ({size} înregistrări) se potrivește.|The seal that you kept ({size} records) fits.
differs|Sigiliul păstrat de dumneavoastră ({size} înregistrări) NU se potrivește.|The seal that you kept ({size} records) does NOT fit.
excused|Sigiliul păstrat de dumneavoastră ({size} înregistrări) este dinaintea tăierii acceptate.|The seal that you kept ({size} records) is from before the accepted cut.
noPin|Niciun sigiliu păstrat în altă parte nu a fost dat: cine are și cheia de semnare ar fi putut rescrie totul.|No seal kept elsewhere was given: whoever has the signing key, too, could have rewritten everything.
signer|Cheia care a semnat: {key}. Comparați-o cu cea notată de dumneavoastră.|The key that signed: {key}. Compare it with the one that you noted.
proved|Se dovedește că nimic din ce a fost semnat nu a fost schimbat, scos sau adăugat de atunci. Nu se dovedește că ce s-a înregistrat este adevărat, nici că s-a înregistrat tot.|It is proved that nothing that was signed was changed, taken out or put in since. It is not proved that what was recorded is true, nor that everything was recorded.
event|Înregistrarea {index} ({type} {occurredAt}, {id}): |Event {index} ({type} {occurredAt}, {id}): 
leaf|textul nu este cel al amprentei sale|its text is not that of its hash
form|este de altă formă|it is of another form
canonical|nu este în forma canonică|it is not in canonical form
id|identificatorul nu rezultă din comandă și loc|its id does not follow from its command and place
revision|nu urmează după cea dinainte din fluxul ei|it does not follow the one before it in its stream
text|nu poate fi citită|it cannot be read
more|este în plus|it is one too many
head_root|înregistrările {from}–{size} nu sunt cele semnate|events {from}–{size} are not those that were signed
pinned_root|alt istoric decât cel păstrat: diferența este între înregistrările {from} și {size}|another history than the one that was kept: they differ between events {from} and {size}
other_log|sigiliul este al altui jurnal ({origin})|the seal is of another log ({origin})
key_chain|cheia {number} nu este semnată de cea dinainte|key {number} is not signed by the one before it
other_key|cheia nu este cea dată|the key is not the one that was given
no_pin|sigiliul păstrat nu poate fi citit|the seal that was kept cannot be read
no_head|un sigiliu din fișier nu poate fi citit|a seal in the file cannot be read
head_signature|semnătura sigiliului peste {size} înregistrări este greșită sau a unui străin|the signature of the seal over {size} records is wrong, or a stranger’s
cut|lipsesc {missing} înregistrări de la sfârșit|{missing} events are missing at the end
half_line|fișierul se termină în mijlocul unei înregistrări|the file ends in the middle of an event
after_pin|lipsesc {missing} înregistrări dintre cele {size} ale sigiliului păstrat|{missing} events are missing of the {size} of the seal that was kept
after_head|lipsesc {missing} înregistrări dintre cele {size} semnate|{missing} events are missing of the {size} that were signed
no_head_over|înregistrările de după {since} nu au încă sigiliu|the events after {since} have no seal yet`
    .split('\n')
    .map((line) => line.split('|'));
  /** The report as lines: what was accepted first, then the answer. */
  const report = (result, language) => {
    const said = (word, values = {}) =>
      WORDS.find(([name]) => name === word)[language === 'ro' ? 1 : 2].replace(
        /{(\w+)}/g,
        (_, name) => values[name] ?? '?',
      );
    const faultOf = (fault) => `✗ ${fault.index === undefined ? '' : said('event', fault)}${said(fault.code, fault)}`;
    const { accepted, newest, pins, keys, heads } = result;
    return [
      ...accepted.map(({ at, known, found }) => said('accepted', { at, known: known?.size, found: found.size })),
      said(result.ok ? 'ok' : 'bad'),
      ...result.faults.slice(0, 10).map(faultOf),
      said('counts', { ...result, ...heads }),
      ...(newest ? [said('newest', { ...newest, time: new Date(newest.at).toISOString() })] : []),
      ...pins.map((pin) => said(pin.isMet ? 'fits' : pin.isExcused ? 'excused' : 'differs', pin)),
      ...(pins.length > 0 ? [] : [said('noPin')]),
      said('signer', { key: keys.at(-1) }),
      said('proved'),
    ];
  };
  return { verify, report, parseHead, parseNote, parseKey, signedAt, ownSha256, ownSha1, sha512, isSigned };
})();

const main = async () => {
  const { createReadStream, readFileSync, statSync } = await import('node:fs');
  const { parseArgs } = await import('node:util');
  const options = {
    head: { type: 'string', multiple: true },
    key: { type: 'string' },
    lang: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const usage = 'dosar-verify <history> [--head <note, or "size root">]... [--key <key>] [--lang ro|en] [--json]';
  if (values.help) return console.log(usage);
  if (positionals.length !== 1) throw new Error(usage);
  const pins = (values.head ?? []).map((head) => (/^\s*\d+\s+\S+\s*$/.test(head) ? head : readFileSync(head, 'utf8')));
  const { size } = statSync(positionals[0]);
  let told = -1;
  const onProgress = (done, events) => {
    const share = Math.floor((10 * done) / size) * 10;
    if (process.stderr.isTTY && share !== told) process.stderr.write(`\r${(told = share)} % (${events})  `);
  };
  const pieces = createReadStream(positionals[0], { highWaterMark: 1 << 20 });
  const result = await globalThis.dosarVerify.verify(pieces, { pins, key: values.key, onProgress });
  const language = values.lang ?? (process.env.LANG?.startsWith('ro') ? 'ro' : 'en');
  console.log(values.json ? JSON.stringify(result) : globalThis.dosarVerify.report(result, language).join('\n'));
  process.exitCode = result.code;
};
if (globalThis.process?.argv?.[1]?.endsWith('dosar-verify.mjs'))
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
