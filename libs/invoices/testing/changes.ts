/** What is changed in the text of a right sample. */
export type Change = (xml: string) => string;

const element = (tag: string, flags = '') => new RegExp(`<${tag}(?: [^>]*)?>[^<]*</${tag}>`, flags);
/** Each element of that name says that. */
export const set =
  (tag: string, text: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`(<${tag}(?: [^>]*)?>)[^<]*(?=</${tag}>)`, 'g'), `$1${text}`);
export const without =
  (tag: string): Change =>
  (xml) =>
    xml.replace(element(tag, 'g'), '');
/** Only what stands in elements of that name is changed. */
export const within =
  (tag: string, change: Change): Change =>
  (xml) =>
    xml.replace(new RegExp(`<${tag}>.*?</${tag}>`, 'gs'), change);
export const replaced =
  (from: string, to: string): Change =>
  (xml) =>
    xml.replace(from, to);
