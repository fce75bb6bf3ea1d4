import { useTranslation } from 'react-i18next';
import {
  Copy,
  Download,
  Eye,
  FolderInput,
  FolderOpen,
  Files,
  History,
  MessageSquareText,
  PackageOpen,
  PencilLine,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { FILE_LIMITS } from '@dosar/contracts';
import { hasPages, isFirms, isLocked, isZip, type Entry } from './entries';

/** Something that can be done with what is selected. */
export type ItemAction = {
  readonly name:
    'open' | 'unpack' | 'pages' | 'download' | 'ask' | 'rename' | 'move' | 'copy' | 'delete' | 'restore' | 'history';
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  /** Why it cannot be done now. */
  readonly disabledReason: string | null;
};

type Where = {
  /** Whether many things are changed at once, and archives unpacked, in this installation. */
  readonly isBulk: boolean;
  readonly isUnpacked?: boolean;
  /** Whether people talk to each other here. */
  readonly isAsked?: boolean;
  readonly isTrash?: boolean;
  /** As it was: there it is looked at and restored, and nothing else. */
  readonly isPast?: boolean;
  /** Whether all of it is in a folder that only the firm changes. */
  readonly isReadOnly?: boolean;
};

/** What can be done with these entries by this role: the same in the bar, in the menu and by the keys. */
export const useItemActions = (
  role: string,
  { isBulk, isUnpacked = false, isAsked = false, isTrash = false, isPast = false, isReadOnly = false }: Where,
): ((entries: readonly Entry[]) => readonly ItemAction[]) => {
  const { t } = useTranslation();
  return (entries) => {
    const [first] = entries;
    if (!first) return [];
    // moving, deleting and restoring are done to many at once, and to one alike
    const one = entries.length === 1;
    const history = { name: 'history', label: t('words.history'), icon: History, disabledReason: null } as const;
    const restore = { name: 'restore', label: t('files.restore'), icon: RotateCcw, disabledReason: null } as const;
    if (isTrash) return [isBulk && restore, one && history].filter((action) => action !== false);
    const isClosed = isReadOnly || entries.some((entry) => isFirms(entry, role));
    const isInWork = entries.some((entry) => isLocked(entry, role));
    const disabledReason = isClosed ? t('files.firmOnly') : isInWork ? t('files.locked') : null;
    const isFolder = first.kind === 'folder';
    const open: ItemAction = {
      name: 'open',
      label: t('files.open'),
      icon: isFolder ? FolderOpen : Eye,
      keys: 'Enter',
      disabledReason: null,
    };
    if (isPast) return [one && open, isBulk && restore].filter((action) => action !== false);
    const actions: (ItemAction | false)[] = [
      one && open,
      one &&
        isUnpacked &&
        isZip(first) && {
          name: 'unpack',
          label: t('unpacking.unpack'),
          icon: PackageOpen,
          disabledReason: null,
        },
      isBulk &&
        entries.length <= FILE_LIMITS.pageSources &&
        entries.every(hasPages) && {
          name: 'pages',
          label: t('arranging.arrange'),
          icon: Files,
          // what is made of them is put where they are
          disabledReason: isReadOnly ? t('files.firmOnly') : null,
        },
      ((one && !isFolder) || isBulk) && {
        name: 'download',
        label: t('files.download'),
        icon: Download,
        disabledReason: null,
      },
      one &&
        isAsked &&
        !isFolder && { name: 'ask', label: t('files.ask'), icon: MessageSquareText, disabledReason: null },
      one && { name: 'rename', label: t('files.rename'), icon: PencilLine, keys: 'F2', disabledReason },
      isBulk && { name: 'move', label: t('files.move'), icon: FolderInput, disabledReason },
      isBulk && { name: 'copy', label: t('files.copy'), icon: Copy, disabledReason: null },
      one && history,
      isBulk && { name: 'delete', label: t('files.delete'), icon: Trash2, keys: 'Del', disabledReason },
    ];
    return actions.filter((action) => action !== false);
  };
};
