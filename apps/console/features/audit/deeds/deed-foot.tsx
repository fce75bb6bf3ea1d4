import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { countOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Again } from '../../../ui/again';
import classes from './deed-list.module.css';

type Props = {
  /** The events of the deed, as far as they were read. */
  readonly list: {
    readonly data:
      { readonly pages: readonly { readonly events: readonly unknown[]; readonly total: number }[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
};

/** Below the events of a deed: the rest of them. */
export const DeedFoot = ({ list }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { data, error, hasNextPage, isFetching } = list;
  const read = data?.pages.reduce((sum, { events }) => sum + events.length, 0) ?? 0;
  const count = (data?.pages[0]?.total ?? read) - read;
  const more = () => void (data ? list.fetchNextPage() : list.refetch());
  if (data && error === null && !hasNextPage) return null;
  return (
    <div className={classes.foot}>
      {error !== null && <Again error={error} isPending={isFetching} onAgain={more} />}
      {!data && error === null && (
        <Button variant="subtle" size="compact-sm" loading>
          {t('deed.open')}
        </Button>
      )}
      {hasNextPage && (
        <Button variant="default" size="compact-md" loading={isFetching} onClick={more}>
          {t('deed.moreEvents', { count, shown: countOf(count, language) })}
        </Button>
      )}
    </div>
  );
};
