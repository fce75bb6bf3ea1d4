import { parse, type ParsedUrlQuery } from 'node:querystring';
import { NOT_UNICODE } from '@dosar/contracts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return NOT_UNICODE;
  }
};

/** Parses a query. Invalid UTF-8 in it is refused by validation, with other malformed text. */
export const queryOf = (text: string): ParsedUrlQuery => parse(text, '&', '=', { decodeURIComponent: decoded });
