import { useTranslation } from 'react-i18next';
import { wordsDiff } from '../../platform/words-diff';
import { differing, useEventText } from './event-text';
import classes from './change.module.css';

type Props = { readonly from: unknown; readonly to: unknown };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What became of what: of a text its words, of several fields each by itself. */
export const Change = (props: Props) => {
  const { labelOf, valueOf } = useEventText();
  const [from, to] = differing(props.from, props.to);
  if (!isFields(from) || !isFields(to)) return <Ends from={from} to={to} />;
  // a place is one value, however many members it has
  const isPlace = 'folder_path' in from || 'folder_path' in to;
  if (isPlace) return <Ends from={valueOf(from)} to={valueOf(to)} />;
  return (
    <dl className={classes.fields}>
      {Object.keys({ ...from, ...to }).map((name) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Ends from={from[name]} to={to[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Ends = ({ from, to }: Props) => {
  const { t, i18n } = useTranslation();
  const { valueOf } = useEventText();
  const isKnown = (text: string) => i18n.exists(`process.${text}`) || i18n.exists(`accounting.${text}`);
  const isWords = isText(from) && isText(to) && !isKnown(from) && !isKnown(to);
  const parts = isWords ? wordsDiff(from, to) : [];
  const side = (kind: 'old' | 'new') => {
    if (!isWords) return valueOf(kind === 'old' ? from : to);
    const shown = parts.filter((part) => part.kind === kind || part.kind === 'same');
    return shown.map(({ kind: of, text }, at) => {
      if (of === 'same') return text;
      return of === 'old' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>;
    });
  };
  return (
    <div className={classes.ends}>
      <div data-side="from">
        <span>{t('audit.from')}</span>
        <p>{side('old')}</p>
      </div>
      <div data-side="to">
        <span>{t('audit.to')}</span>
        <p>{side('new')}</p>
      </div>
    </div>
  );
};
