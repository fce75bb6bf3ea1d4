import {
  File as Plain,
  FileArchive,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Folder,
  Presentation,
  type LucideIcon,
} from 'lucide-react';
import { extensionOf } from '@dosar/contracts';
import classes from './file-icon.module.css';

const KINDS: readonly (readonly [kind: string, icon: LucideIcon, extensions: readonly string[]])[] = [
  ['pdf', FileText, ['pdf']],
  ['text', FileText, ['doc', 'docx', 'odt', 'rtf', 'txt']],
  ['sheet', FileSpreadsheet, ['xls', 'xlsx', 'ods', 'csv']],
  ['slides', Presentation, ['ppt', 'pptx', 'odp']],
  ['image', FileImage, ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg', 'webp']],
  ['archive', FileArchive, ['zip', 'rar', '7z', 'tar', 'gz']],
  ['data', FileCode, ['xml', 'json', 'sql']],
];

const SIZE = 20;

type Shown = { readonly kind: 'file' | 'folder'; readonly name: string | null };

/** What kind of thing it is, at a glance. */
export const FileIcon = ({ entry }: { readonly entry: Shown }) => {
  if (entry.kind === 'folder') return <Folder size={SIZE} className={classes.folder} aria-hidden="true" />;
  const extension = extensionOf(entry.name ?? '');
  const [kind, Icon] = KINDS.find(([, , extensions]) => extensions.includes(extension)) ?? ['other', Plain];
  return <Icon size={SIZE} strokeWidth={1.7} className={classes.file} data-kind={kind} aria-hidden="true" />;
};
