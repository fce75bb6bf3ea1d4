import type { EndpointSpec, RequestOf } from '@dosar/contracts';
import { session } from '../api';
import { refusalOf, Unreachable } from '../refusals';
import { addressOf, headersOf } from '../send';

/** Hands bytes to the browser as a file. */
export const saveAs = (name: string, bytes: Blob): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the browser reads it after the click, at its own time
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** What a call sends as bytes, once all of it is there: the browser holds it where it has room. @throws Refused, Unreachable */
export const bytesOf = async <E extends EndpointSpec>(spec: E, input: RequestOf<E>): Promise<Blob> => {
  const token = await session.freshToken();
  try {
    const response = await fetch(addressOf(spec, input as Parameters<typeof addressOf>[1]), {
      headers: headersOf(token, null),
    });
    if (response.ok) return await response.blob();
    throw await refusalOf(response);
  } catch (error) {
    // what broke off is not a whole file
    throw error instanceof TypeError ? new Unreachable(String(error)) : error;
  }
};
