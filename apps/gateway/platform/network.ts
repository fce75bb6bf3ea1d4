import { isIPv6 } from 'node:net';

/** How much of an IPv6 address is one customer's line: whoever has one has all addresses of its 64 bits. */
const GROUPS = 4;

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** Whom an address counts as where tries are counted: itself, or the network that its owner has the whole of. */
export const networkOf = (ip: string | null): string => {
  if (ip === null || !isIPv6(ip)) return ip ?? '';
  const address = ip.toLowerCase().split('%')[0]!;
  const mapped = /^::ffff:([\d.]{7,15})$/.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = '', after] = address.split('::');
  const head = groupsOf(before);
  const missing = after === undefined ? 0 : 8 - head.length - groupsOf(after).length;
  const all = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...groupsOf(after ?? '')];
  return all
    .slice(0, GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
};
