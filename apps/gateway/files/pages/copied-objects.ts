import { PdfArray, PdfDict, PdfName, PdfNull, PdfRef, PdfStream, type PDF, type PdfObject } from '@libpdf/core';

/** A document that nests deeper, or of which more belongs to one page, is not a document that people write. */
const DEEPEST = 256;
const MOST = 500_000;

/** What leads from a page to the rest of its document, and what is run. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'Action',
  'Annot',
  'Catalog',
  'EmbeddedFile',
  'Filespec',
  'Page',
  'Pages',
  'StructElem',
  'StructTreeRoot',
]);
/** Actions need not say their type. */
const ACTIONS: ReadonlySet<string> = new Set(['JavaScript', 'Launch', 'GoTo', 'GoToE', 'GoToR', 'Rendition']);

export class TooDeep extends Error {}

const nameIn = (dict: PdfDict, key: string): string | undefined => {
  const value = dict.get(key);
  return value instanceof PdfName ? value.value : undefined;
};

/** Copies objects from one document into another, without what is of its other pages, and without what is run. */
export class CopiedObjects {
  private readonly refs = new Map<string, PdfRef>();
  private count = 0;

  constructor(
    private readonly from: PDF,
    private readonly to: PDF,
  ) {}

  /** The copy of an object that was reached from a page; undefined: it was not. */
  copyOf({ objectNumber, generation }: PdfRef): PdfRef | undefined {
    return this.refs.get(`${objectNumber} ${generation}`);
  }

  /** undefined: it does not come along. @throws TooDeep */
  of(object: PdfObject | undefined, depth = 0): PdfObject | undefined {
    if (depth > DEEPEST || (this.count += 1) > MOST) throw new TooDeep();
    if (object instanceof PdfRef) return this.reference(object, depth);
    if (object instanceof PdfStream) return this.fill(new PdfStream([], object.data), object, depth);
    if (object instanceof PdfDict) return isElsewhere(object) ? undefined : this.fill(new PdfDict(), object, depth);
    if (!(object instanceof PdfArray)) return object;
    // each keeps its place
    return new PdfArray(Array.from(object, (item) => this.of(item, depth + 1) ?? PdfNull.instance));
  }

  private reference(ref: PdfRef, depth: number): PdfRef | undefined {
    const known = this.copyOf(ref);
    if (known) return known;
    const object = this.from.getObject(ref);
    if (object === null || (object instanceof PdfDict && isElsewhere(object))) return undefined;
    // what leads back to it finds its copy
    const empty = object instanceof PdfStream ? new PdfStream([], object.data) : new PdfDict();
    const isPlain = !(object instanceof PdfDict);
    const copy = this.to.register(isPlain ? (this.of(object, depth + 1) ?? empty) : empty);
    this.refs.set(`${ref.objectNumber} ${ref.generation}`, copy);
    if (!isPlain) this.fill(empty, object, depth);
    return copy;
  }

  private fill<T extends PdfDict>(into: T, dict: PdfDict, depth: number): T {
    for (const [key, value] of dict) {
      const copy = this.of(value, depth + 1);
      if (copy) into.set(key, copy);
    }
    return into;
  }
}

const isElsewhere = (dict: PdfDict): boolean =>
  ELSEWHERE.has(nameIn(dict, 'Type') ?? '') || ACTIONS.has(nameIn(dict, 'S') ?? '');
