import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that identifies a customer, who has all addresses of its 64 bits. */
const GROUPS = 4;

/** The network that an address counts for: itself, or the customer's whole network. */
export const networkOf = (ip: string | null): string => {
  if (ip === null || !ipaddr.isValid(ip)) return ip ?? '';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, GROUPS)
    .map((group) => group.toString(16))
    .join(':');
};
