import { createContext, type ReactNode } from 'react';
import type { Me } from '@dosar/contracts';

/** Files of a client that came together: the one that the address names is looked at. */
export type FilesToLookAt = { readonly user: Me; readonly clientId: string; readonly ids: readonly string[] };

/** What looks at files, where they are not in a list of documents: given by whoever puts the features together. */
export const PreviewPlace = createContext<(files: FilesToLookAt) => ReactNode>(() => null);
