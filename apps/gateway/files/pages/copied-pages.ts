import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString, type PDF, type PdfObject } from '@libpdf/core';
import { CopiedObjects } from './copied-objects';

/** What a page shows. The first four may stand in a node above it. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
const OWN = ['Contents', 'Group', 'UserUnit'] as const;
/** How deep a tree of pages may be. */
const LEVELS = 64;

/** What is drawn of a remark, a stamp or a field of a form. */
const SHOWN = ['Rect', 'AP', 'AS', 'F', 'C', 'CA', 'Border', 'BS', 'QuadPoints', 'InkList', 'L', 'Vertices', 'IC'];
/** Marks that readers draw though they have no appearance of their own. */
const DRAWN: ReadonlySet<string> = new Set(['Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Ink', 'Line']);
const LEFT_OUT: ReadonlySet<string> = new Set([
  'Popup',
  'Movie',
  'Sound',
  'Screen',
  'RichMedia',
  '3D',
  'FileAttachment',
]);
const ADDRESS = /^(?:https?|mailto):/i;

/** Copies pages of one document into another: each as it looks, and nothing of the document around it. */
export class CopiedPages {
  private readonly objects: CopiedObjects;

  constructor(
    private readonly from: PDF,
    private readonly to: PDF,
  ) {
    this.objects = new CopiedObjects(from, to);
  }

  /** @param index from 0 @param turn degrees clockwise @throws TooDeep */
  add(index: number, turn: number): void {
    const source = this.from.getPage(index)!.dict;
    const { dict } = this.to.addPage();
    for (const key of INHERITED) this.put(dict, key, this.inherited(source, key));
    for (const key of OWN) this.put(dict, key, source.get(key));
    const turned = dict.get('Rotate');
    const degrees = (turned instanceof PdfNumber ? turned.value : 0) + turn;
    dict.set('Rotate', PdfNumber.of((((Math.round(degrees / 90) * 90) % 360) + 360) % 360));
    const remarks = this.remarks(this.resolved(source.get('Annots')));
    if (remarks.length > 0) dict.set('Annots', new PdfArray(remarks));
  }

  /** Layers that were hidden stay hidden: they are named once for a document. */
  layers(): { readonly all: readonly PdfRef[]; readonly hidden: readonly PdfRef[] } {
    const layers = this.resolved(this.from.getCatalog().get('OCProperties'));
    if (!(layers instanceof PdfDict)) return { all: [], hidden: [] };
    const normal = this.resolved(layers.get('D'));
    const copiesIn = (list: PdfObject | undefined): PdfRef[] => {
      const found = this.resolved(list);
      if (!(found instanceof PdfArray)) return [];
      return [...found].flatMap((each) => (each instanceof PdfRef ? (this.objects.copyOf(each) ?? []) : []));
    };
    const all = copiesIn(layers.get('OCGs'));
    if (!(normal instanceof PdfDict)) return { all, hidden: [] };
    const state = normal.get('BaseState');
    const shown = new Set(copiesIn(normal.get('ON')));
    const isOff = state instanceof PdfName && state.value === 'OFF';
    return { all, hidden: isOff ? all.filter((each) => !shown.has(each)) : copiesIn(normal.get('OFF')) };
  }

  private put(dict: PdfDict, key: string, value: PdfObject | undefined): void {
    const copy = this.objects.of(value);
    if (copy) dict.set(key, copy);
  }

  private resolved(object: PdfObject | undefined): PdfObject | undefined {
    return object instanceof PdfRef ? (this.from.getObject(object) ?? undefined) : object;
  }

  private inherited(page: PdfDict, key: string): PdfObject | undefined {
    let node: PdfObject | undefined = page;
    for (let level = 0; node instanceof PdfDict && level < LEVELS; level += 1) {
      const value = node.get(key);
      if (value) return this.resolved(value);
      node = this.resolved(node.get('Parent'));
    }
    return undefined;
  }

  private remarks(list: PdfObject | undefined): PdfObject[] {
    if (!(list instanceof PdfArray)) return [];
    return [...list].flatMap((each) => {
      const remark = this.resolved(each);
      return (remark instanceof PdfDict && this.remark(remark)) || [];
    });
  }

  /** A field of a form becomes its picture: it belongs to a form that stays behind. */
  private remark(remark: PdfDict): PdfDict | null {
    const subtype = this.resolved(remark.get('Subtype'));
    if (!(subtype instanceof PdfName) || LEFT_OUT.has(subtype.value)) return null;
    const isLink = subtype.value === 'Link';
    const address = isLink ? this.address(remark) : null;
    if (isLink ? address === null : !remark.has('AP') && !DRAWN.has(subtype.value)) return null;
    const isField = subtype.value === 'Widget';
    const copy = new PdfDict([
      ['Type', PdfName.of('Annot')],
      ['Subtype', PdfName.of(isField ? 'Stamp' : subtype.value)],
    ]);
    for (const key of SHOWN) this.put(copy, key, remark.get(key));
    if (address)
      copy.set(
        'A',
        new PdfDict([
          ['S', PdfName.of('URI')],
          ['URI', address],
        ]),
      );
    return copy;
  }

  private address(link: PdfDict): PdfString | null {
    const action = this.resolved(link.get('A'));
    const address = action instanceof PdfDict ? this.resolved(action.get('URI')) : undefined;
    return address instanceof PdfString && ADDRESS.test(address.asString()) ? address : null;
  }
}
