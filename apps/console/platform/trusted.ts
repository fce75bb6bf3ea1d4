/** What the page's policy asks for: a text becomes markup, and an address a program, only through rules that have names. */
type Rules<K extends string> = Readonly<Record<K, (text: string) => string>>;
type Factory = { readonly createPolicy: <K extends string>(name: string, rules: Rules<K>) => Rules<K> };

/** Browsers that know no such rules take the texts as they are, once these rules have looked at them. */
const policy = <K extends string>(name: string, rules: Rules<K>): Rules<K> =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, rules) ?? rules;

/** Data alone: whatever declares a type could define entities, and name others that lie elsewhere. */
const data = policy('dosar-xml', {
  createHTML(text) {
    if (/<!(?:doctype|entity)/i.test(text)) throw new Error('the XML declares a document type');
    return text;
  },
});

const programs = policy('dosar-workers', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new Error(`${address} is not ours`);
    return address;
  },
});

/** A text as XML; null when it is none. Nothing in it is run, and nothing that it names is loaded. */
export const xmlOf = (text: string): Document | null => {
  try {
    const parsed = new DOMParser().parseFromString(data.createHTML(text), 'application/xml');
    return parsed.getElementsByTagName('parsererror').length > 0 ? null : parsed;
  } catch {
    return null;
  }
};

/** A program of our own, in a thread of its own. */
export const workerOf = (address: string): Worker => new Worker(programs.createScriptURL(address), { type: 'module' });
