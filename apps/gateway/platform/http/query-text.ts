import { parse, type ParsedUrlQuery } from 'node:querystring';
import { NOT_UNICODE } from '@dosar/contracts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return NOT_UNICODE;
  }
};

/** What an address asks for. What is no UTF-8 in it is refused with everything else that is not Unicode, where it is checked. */
export const queryOf = (text: string): ParsedUrlQuery => parse(text, '&', '=', { decodeURIComponent: decoded });
