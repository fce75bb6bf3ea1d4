import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowRight, Bookmark, History } from 'lucide-react';
import type { SearchResult } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import type { BoxGroup, BoxItem } from './box-items';
import { Hit } from './hit';
import classes from './search-box.module.css';

type Props = {
  readonly id: string;
  readonly groups: readonly BoxGroup[];
  readonly activeId: string | null;
  readonly onGo: (item: BoxItem) => void;
};

/** What can be opened, by its kind: the focus stays where one types. */
export const BoxList = ({ id, groups, activeId, onGo }: Props) => {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div ref={list} className={classes.list} role="listbox" id={id} aria-label={t('search.title')} tabIndex={-1}>
      {groups.map(({ label, items }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden="true">
            {label}
          </div>
          {items.map((item) => (
            // the keys are those of the input
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={item.id}
              id={`${id}-${item.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={item.id === activeId}
              className={classes.item}
              onClick={() => onGo(item)}
            >
              <Item item={item} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};

const Item = ({ item }: { readonly item: BoxItem }) => {
  const { t } = useTranslation();
  if (item.kind === 'result') return <Result result={item.result} />;
  if (item.kind === 'action') {
    const { icon: Icon, label } = item.action;
    return (
      <>
        <Icon size={18} strokeWidth={1.7} className={classes.sign} aria-hidden="true" />
        <span className={classes.name}>{label}</span>
      </>
    );
  }
  const [Icon, name] =
    item.kind === 'entry'
      ? [History, item.entry.query]
      : item.kind === 'saved'
        ? [Bookmark, item.saved.name]
        : [ArrowRight, t('search.all', { q: item.q })];
  return (
    <>
      <Icon size={18} strokeWidth={1.7} className={classes.sign} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
    </>
  );
};

const Result = ({ result }: { readonly result: SearchResult }) => {
  const { t } = useTranslation();
  return (
    <>
      <Hit result={result} isShort>
        {result.folded !== undefined && (
          <span className={classes.client}>{t('search.folded', { count: result.folded })}</span>
        )}
      </Hit>
      {result.client && result.kind !== 'client' && (
        <span className={classes.client}>{companyName({ name: result.client.name, cui: null })}</span>
      )}
    </>
  );
};
