import { CannotStart } from '../../cannot-start';

/** Where the server is, with which key it is asked, and how the names of its indexes begin. */
export type MeilisearchPlace = { readonly url: string; readonly key: string | null; readonly prefix: string };

const PREFIX = /^[\w-]{1,100}$/;

/** The path of an address keeps installations apart that share a server. @throws CannotStart */
export const placeOf = (address: string, key: string | null): MeilisearchPlace => {
  const { origin, pathname } = new URL(address);
  const prefix = pathname.replace(/^\/|\/$/g, '') || 'dosar';
  if (!PREFIX.test(prefix))
    throw new CannotStart('DOSAR_MEILISEARCH_URL: the path may have letters, digits, - and _ alone');
  return { url: origin, key, prefix };
};
