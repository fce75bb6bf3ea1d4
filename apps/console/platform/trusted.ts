/** The page's policy (Trusted Types): text becomes markup, and an address a script, only through named rules. */
type Rules<K extends string> = Readonly<Record<K, (text: string) => string>>;
type Factory = { readonly createPolicy: <K extends string>(name: string, rules: Rules<K>) => Rules<K> };

/** Browsers without Trusted Types get the texts after the same rules. */
const policy = <K extends string>(name: string, rules: Rules<K>): Rules<K> =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, rules) ?? rules;

/** Data only: a document type could define entities, and refer to others elsewhere. */
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

/** A text as XML; null when it is not. Nothing in it is run or loaded. */
export const xmlOf = (text: string): Document | null => {
  try {
    const parsed = new DOMParser().parseFromString(data.createHTML(text), 'application/xml');
    return parsed.getElementsByTagName('parsererror').length > 0 ? null : parsed;
  } catch {
    return null;
  }
};

/** A worker of our own code. */
export const workerOf = (address: string): Worker => new Worker(programs.createScriptURL(address), { type: 'module' });
