import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element by its name without a prefix; its text is what stands right in it, trimmed. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

/** An invoice has 999 lines at most, each of some fifty elements. */
const MOST = { elements: 200_000, depth: 60, attributes: 500_000 };
/** So many letters are parsed before the limits are looked at again. */
const AT_ONCE = 64 * 1024;

class Refused extends Error {}

type Open = { readonly tag: SaxesTagNS; readonly children: XmlElement[]; readonly texts: string[] };

const attributesOf = ({ attributes }: SaxesTagNS): ReadonlyMap<string, string> =>
  new Map(Object.values(attributes).map(({ local, value }) => [local, value]));

const closed = ({ tag, children, texts }: Open): XmlElement => ({
  name: tag.local,
  namespace: tag.uri,
  attributes: attributesOf(tag),
  children,
  text: texts.join('').trim(),
});

const parsed = (text: string): XmlElement | null => {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let attributes = 0;
  const refuse = () => {
    throw new Refused();
  };
  parser.on('error', refuse);
  // it could define entities, and refer to others elsewhere
  parser.on('doctype', refuse);
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST.attributes) refuse();
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MOST.elements || open.length >= MOST.depth) refuse();
    open.push({ tag, children: [], texts: [] });
  });
  const add = (more: string) => void open.at(-1)?.texts.push(more);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const last = open.pop();
    if (!last) return;
    const element = closed(last);
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  });
  for (let at = 0; at < text.length; at += AT_ONCE) parser.write(text.slice(at, at + AT_ONCE));
  parser.close();
  return root;
};

/** The root of an XML text, the same in browsers and on servers; null for what is no XML, declares a document type or is too large. */
export const xmlRoot = (text: string): XmlElement | null => {
  try {
    // some programs write a line before the declaration
    return parsed(text.replace(/^[\ufeff\s]+/, ''));
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

/** The elements of that name right below; `a/b` looks below those. */
export const elementsAt = (at: XmlElement | undefined, path: string): readonly XmlElement[] =>
  path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      at ? [at] : [],
    );

/** The first text at one of these paths. */
export const textAt = (at: XmlElement | undefined, ...paths: readonly string[]): string => {
  for (const path of paths) {
    const found = elementsAt(at, path).find(({ text }) => text !== '');
    if (found) return found.text;
  }
  return '';
};
