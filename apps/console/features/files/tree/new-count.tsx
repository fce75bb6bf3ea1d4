import { useTranslation } from 'react-i18next';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import classes from './new-count.module.css';

/** How many documents in a folder, and below it, nobody has begun to work on. */
export const NewCount = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation();
  const shown = countOf(count, preferences.get().language);
  const label = t('files.newInside', { count, shown });
  return (
    <span className={classes.count} role="img" aria-label={label} title={label}>
      {shown}
    </span>
  );
};
