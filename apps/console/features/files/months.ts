import type { Folder } from '@dosar/contracts';

const MONTH = /^luna_(\d{4}-\d\d)$/;

/** The month of the accounting structure that a folder is, as YYYY-MM; undefined for all others. */
export const monthIn = ({ category_key: key }: Pick<Folder, 'category_key'>): string | undefined =>
  MONTH.exec(key ?? '')?.[1];
