import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address is one customer's line: whoever has one has all addresses of its 64 bits. */
const GROUPS = 4;

/** Whom an address counts as where tries are counted: itself, or the network that its owner has the whole of. */
export const networkOf = (ip: string | null): string => {
  if (ip === null || !ipaddr.isValid(ip)) return ip ?? '';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, GROUPS)
    .map((group) => group.toString(16))
    .join(':');
};
