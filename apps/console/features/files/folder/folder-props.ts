import type { Me } from '@dosar/contracts';
import type { Dropped } from '../uploads/dropped';
import type { FileActions } from './use-file-actions';

export type FolderViewProps = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string | null;
  readonly offersMonth: boolean;
  readonly actions: FileActions;
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: FileActions['move'];
  readonly onTake: (dropped: readonly Dropped[], folderId: string | null) => void;
  readonly onFiles: (transfer: DataTransfer, folderId: string | null) => void;
};
