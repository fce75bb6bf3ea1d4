import { useTranslation } from 'react-i18next';
import { folded, meantBy, SEARCH_OPERATORS, type Me, type SearchOperator } from '@dosar/contracts';
import { searchedBy } from './searched';
import classes from './operators.module.css';

/** In the order in which they are needed. */
const OFFERED: readonly SearchOperator[] = ['month', 'status', 'client', 'type', 'by', 'sum', 'tag', 'after', 'before'];
const OF_FILES: ReadonlySet<SearchOperator> = new Set(['month', 'status', 'sum', 'tag']);

const operatorIn = (written: string): SearchOperator | null =>
  meantBy(SEARCH_OPERATORS, folded(written.slice(0, written.indexOf(':'))));

type Props = {
  readonly user: Pick<Me, 'role' | 'features'>;
  /** What is put behind what was typed. */
  readonly onPick: (operator: string) => void;
  /** In one line, as far as it goes. */
  readonly isLine?: boolean;
};

/** What narrows a search from within its words: each with an example, and put there with one press. */
export const Operators = ({ user, onPick, isLine }: Props) => {
  const { t } = useTranslation();
  const kinds = searchedBy(user);
  const offered = OFFERED.filter(
    (each) => (each !== 'client' || user.role !== 'user') && (kinds.includes('files') || !OF_FILES.has(each)),
  );
  return (
    <div className={classes.operators} data-line={isLine || undefined} role="group" aria-label={t('search.narrow')}>
      <span aria-hidden="true">{t('search.narrow')}</span>
      {offered.map((operator) => {
        const example = t(`search.operators.${operator}`);
        const name = example.slice(0, example.indexOf(':') + 1);
        return (
          <button
            key={operator}
            type="button"
            className={classes.operator}
            aria-label={t('search.putOperator', { example })}
            onClick={() => onPick(name)}
          >
            <b>{name}</b>
            {example.slice(name.length)}
          </button>
        );
      })}
    </div>
  );
};

/** What was typed with an operator behind it, for its value. */
export const withOperator = (typed: string, operator: string): string =>
  typed.trim() === '' ? operator : `${typed.trimEnd()} ${operator}`;

/** What looks like an operator and says nothing to the search. */
export const Unknown = ({ unknown }: { readonly unknown: readonly string[] }) => {
  const { t } = useTranslation();
  const sentenceOf = (written: string): string => {
    const operator = operatorIn(written);
    if (operator === null) return t('search.unknownOperator', { written });
    const example = t(`search.operators.${operator}`);
    return /:"*$/.test(written)
      ? t('search.valueMissing', { written, example })
      : t('search.unknownValue', { written, example });
  };
  if (unknown.length === 0) return null;
  return (
    <p className={classes.unknown} role="status">
      {unknown.map(sentenceOf).join(' ')}
    </p>
  );
};
