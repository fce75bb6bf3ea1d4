import { useTranslation } from 'react-i18next';
import { DEED_KINDS, type DeedKind } from '@dosar/contracts';
import type { DeedSearch } from './audit.search';
import { kindsIn, type FilterChange } from './deed-filters';
import classes from './kind-chips.module.css';

type Props = { readonly filters: DeedSearch; readonly onChange: (change: FilterChange) => void };

/** What kind of deeds are looked for: none chosen is all. */
export const KindChips = ({ filters, onChange }: Props) => {
  const { t } = useTranslation();
  const chosen = kindsIn(filters);
  const toggle = (kind: DeedKind) => {
    const next = DEED_KINDS.filter((each) => chosen.includes(each) !== (each === kind));
    onChange({ kinds: next.length === 0 ? null : next.join(',') });
  };
  const isAll = filters.bookkeeping === true;
  return (
    <div className={classes.chips} role="group" aria-label={t('deed.kinds')}>
      {DEED_KINDS.map((kind) => (
        <button key={kind} type="button" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
          {t(`deed.kind.${kind}`)}
        </button>
      ))}
      <button type="button" aria-pressed={isAll} onClick={() => onChange({ bookkeeping: isAll ? null : true })}>
        {t('deed.bookkeeping')}
      </button>
    </div>
  );
};
