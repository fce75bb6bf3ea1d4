import type { Me } from '@dosar/contracts';
import type { Then } from '../../../platform/past/then';
import type { selectionOf } from '../list/entries';

export type PastFilesProps = {
  readonly user: Me;
  readonly clientId: string;
  /** null: the root. */
  readonly folderId: string | null;
  readonly then: Then;
  readonly onOpen: (folderId: string | null) => void;
  /** Absent where nothing may be changed: it is looked at as somebody else sees it. */
  readonly onRestore?: ((things: ReturnType<typeof selectionOf>) => void) | undefined;
};
