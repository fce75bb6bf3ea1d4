import { memo } from 'react';
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

type Kind = readonly [name: string, icon: LucideIcon, extensions: readonly string[]];

const KINDS: readonly Kind[] = [
  ['pdf', FileText, ['pdf']],
  ['text', FileText, ['doc', 'docx', 'odt', 'rtf', 'txt']],
  ['sheet', FileSpreadsheet, ['xls', 'xlsx', 'ods', 'csv']],
  ['slides', Presentation, ['ppt', 'pptx', 'odp']],
  ['image', FileImage, ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg', 'webp']],
  ['archive', FileArchive, ['zip', 'rar', '7z', 'tar', 'gz']],
  ['data', FileCode, ['xml', 'json', 'sql']],
];
const OTHER: Kind = ['other', Plain, []];

const SIZE = 20;

type Shown = { readonly kind: 'file' | 'folder'; readonly name: string | null };

/** Memoised, since a list renders many files of few kinds. */
const Icon = memo(({ of: [name, Sign] }: { readonly of: Kind }) => (
  <Sign size={SIZE} strokeWidth={1.7} className={classes.file} data-kind={name} aria-hidden="true" />
));
Icon.displayName = 'Icon';

/** The icon for a kind of file. */
export const FileIcon = ({ entry }: { readonly entry: Shown }) => {
  if (entry.kind === 'folder') return <Folder size={SIZE} className={classes.folder} aria-hidden="true" />;
  const extension = extensionOf(entry.name ?? '');
  return <Icon of={KINDS.find(([, , extensions]) => extensions.includes(extension)) ?? OTHER} />;
};
