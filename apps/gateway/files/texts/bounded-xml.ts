import { SaxesParser, type SaxesAttributeNS } from 'saxes';
import { Unread } from './outcome';

/** Callbacks of an element: its name and attributes without prefixes. */
export type XmlReader = {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** Maximum lengths of a name, an attribute, and the text between two tags; documents have far less. */
const MOST = { name: 1_024, attribute: 64 * 1024, token: 4 * 1024 * 1024, attributes: 10_000, depth: 10_000 };
/** How many letters are parsed before the parser's buffers are checked. */
const AT_ONCE = 16 * 1024;

/** The parser's buffers of an unfinished token. */
type Gathered = { readonly name: string; readonly text: string; readonly entity: string; readonly piTarget: string };

const plain = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Streaming XML. Custom entities are refused at first use, nothing outside is fetched, and lengths and depth are limited.
 * @throws Unread
 */
export class BoundedXml {
  private readonly parser = new SaxesParser({ xmlns: false });
  private depth = 0;
  private attributes = 0;

  constructor({ open, text, close }: XmlReader) {
    this.parser.on('error', () => {
      throw new Unread('damaged');
    });
    this.parser.on('attribute', ({ name, value }) => {
      this.attributes += 1;
      const isLong = name.length > MOST.name || value.length > MOST.attribute;
      if (isLong || this.attributes > MOST.attributes) throw new Unread('too_large');
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.attributes = 0;
      this.depth += 1;
      if (this.depth > MOST.depth || name.length > MOST.name) throw new Unread('too_large');
      open?.(plain(name), (wanted) => valueOf(attributes, wanted));
    });
    this.parser.on('closetag', ({ name }) => {
      this.depth -= 1;
      close?.(plain(name));
    });
    if (!text) return;
    this.parser.on('text', text);
    this.parser.on('cdata', text);
  }

  write(xml: string): void {
    for (let at = 0; at < xml.length; at += AT_ONCE) {
      this.parser.write(xml.slice(at, at + AT_ONCE));
      const { name, text, entity, piTarget } = this.parser as unknown as Gathered;
      const names = Math.max(name.length, entity.length, piTarget.length);
      if (names > MOST.name || text.length > MOST.token) throw new Unread('too_large');
    }
  }

  close(): void {
    this.parser.close();
  }
}

const valueOf = (attributes: Readonly<Record<string, string | SaxesAttributeNS>>, wanted: string) => {
  const found = Object.entries(attributes).find(([each]) => plain(each) === wanted)?.[1];
  return typeof found === 'string' ? found : found?.value;
};
