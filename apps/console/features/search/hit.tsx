import { Fragment, type ReactNode } from 'react';
import { Building2, MessageCircle } from 'lucide-react';
import type { SearchResult } from '@dosar/contracts';
import { amountOf, calendarDayOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { FileIcon } from '../../ui/file-icon';
import classes from './hit.module.css';

/** Pieces of a text, with what answers marked: never as the HTML that a document may hold. */
const Highlight = ({ pieces }: { readonly pieces: SearchResult['highlight'] }) =>
  pieces.map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className={classes.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );

const SIGNS = { client: Building2, message: MessageCircle } as const;

const Sign = ({ result: { kind, title } }: { readonly result: SearchResult }) => {
  if (kind === 'file' || kind === 'folder') return <FileIcon entry={{ kind, name: title }} />;
  const Icon = SIGNS[kind];
  return <Icon size={20} strokeWidth={1.7} className={classes.icon} aria-hidden="true" />;
};

/** Whether the pieces are of something else than the title, which is shown anyway. */
const isBeside = ({ title, highlight }: SearchResult): boolean => {
  const text = highlight.map((piece) => piece.text).join('');
  return text !== '' && text !== title;
};

/** Of a long path its end, in which things differ. */
const NEAREST = 3;

/** Where it lies. */
const Path = ({ path }: { readonly path: readonly string[] }) => {
  if (path.length === 0) return null;
  const shown = path.length > NEAREST ? ['…', ...path.slice(-NEAREST)] : path;
  return (
    <span className={classes.path} title={path.join(' / ')}>
      {shown.join(' / ')}
    </span>
  );
};

/** The sum and the day that the document says of itself. */
const Amount = ({ result: { file } }: { readonly result: SearchResult }) => {
  const { language } = useStore(preferences);
  const { sum = null, currency = null, date = null } = file?.fields ?? {};
  if (sum === null && date === null) return null;
  return (
    <span className={classes.amount}>
      {sum !== null && <b>{amountOf(sum, currency, language)}</b>}
      {date !== null && <span>{calendarDayOf(date)}</span>}
    </span>
  );
};

type Props = {
  readonly result: SearchResult;
  /** In the box each takes one line, cut where it ends. */
  readonly isShort?: boolean;
  readonly children?: ReactNode;
};

/** What was found: what it is, its title, and where it answers, marked where it does. */
export const Hit = ({ result, isShort, children }: Props) => {
  const { title, highlight } = result;
  const beside = isBeside(result);
  return (
    <>
      <Sign result={result} />
      <span className={classes.what} data-short={isShort || undefined}>
        <span className={classes.name}>
          {beside || highlight.length === 0 ? title : <Highlight pieces={highlight} />}
        </span>
        {beside && (
          <span className={classes.piece}>
            <Highlight pieces={highlight} />
          </span>
        )}
        <Path path={result.path} />
        {children}
      </span>
      <Amount result={result} />
    </>
  );
};
