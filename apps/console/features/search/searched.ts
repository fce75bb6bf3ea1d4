import type { Me } from '@dosar/contracts';
import { offers } from '../../platform/guards';

/** What is looked for by itself. */
export type Searched = 'clients' | 'folders' | 'files' | 'messages';

/** What somebody can look for, by what the installation has; nothing where there is nothing to be found. */
export const searchedBy = (user: Pick<Me, 'role' | 'features'>): readonly Searched[] => {
  const hasFiles = offers(user, 'file_manager');
  return [
    // of a client's own company there is nothing but its documents
    ...(hasFiles || user.role !== 'user' ? (['clients'] as const) : []),
    ...(hasFiles ? (['folders', 'files'] as const) : []),
    ...(offers(user, 'chat') ? (['messages'] as const) : []),
  ];
};
