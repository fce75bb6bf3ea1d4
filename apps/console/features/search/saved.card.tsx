import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useFault } from '../../platform/queries';
import { Card } from '../../ui/card';
import { Fault } from '../../ui/screens';
import { StoredSearch } from './stored-search';
import { saved } from './search.queries';
import { searchWritings } from './search.mutations';
import classes from './search.module.css';

/** The searches that have a name; nothing where there is none. */
export const SavedCard = () => {
  const { t } = useTranslation();
  const reading = useQuery(saved());
  const fault = useFault(reading);
  const { mutate: forget } = useMutation(searchWritings.forgetSaved);
  if (fault !== null) return <Fault error={fault} reset={() => void reading.refetch()} part={t('search.fault')} />;
  if (!reading.data || reading.data.saved.length === 0) return null;
  return (
    <Card title={t('search.saved')}>
      <ul className={classes.entries}>
        {reading.data.saved.map(({ id, name, saved_at, ...search }) => (
          <StoredSearch
            key={id}
            search={search}
            name={name}
            at={saved_at}
            icon={Bookmark}
            onForget={() => forget(id)}
          />
        ))}
      </ul>
    </Card>
  );
};
