import { useTranslation } from 'react-i18next';
import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { X, type LucideIcon } from 'lucide-react';
import type { SearchEntry } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { placeOfSearch } from './place';
import classes from './search.module.css';

type Props = {
  readonly search: Pick<SearchEntry, 'query' | 'filters'>;
  readonly name: string;
  readonly at: string;
  readonly icon: LucideIcon;
  readonly onForget: () => void;
};

/** Something to be looked for again, or forgotten. */
export const StoredSearch = ({ search, name, at, icon: Icon, onForget }: Props) => {
  const { t } = useTranslation();
  return (
    <li className={classes.entry}>
      <Link {...placeOfSearch(search)} className={classes.again}>
        <Icon size={16} aria-hidden="true" />
        <span className={classes.name}>{name}</span>
        <time className={classes.detail} dateTime={at}>
          {momentOf(at)}
        </time>
      </Link>
      <ActionIcon variant="subtle" color="gray" aria-label={t('search.forget', { query: name })} onClick={onForget}>
        <X size={16} />
      </ActionIcon>
    </li>
  );
};
