import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Pencil, Pin, PinOff } from 'lucide-react';
import { firstLetterOf, type Client } from '@dosar/contracts';
import { offers } from '../../../platform/guards';
import { me } from '../../account/me.queries';
import { usePins } from './pins';
import classes from './client-card.module.css';
import { companyName } from '../../../platform/company-name';

/** A client to go to the documents of, to keep at hand, or to change. */
export const ClientCard = ({ client }: { readonly client: Client }) => {
  const { t } = useTranslation();
  const { pinned, toggle } = usePins();
  const nameId = useId();
  const { data } = useQuery(me());
  const hasFiles = !data || offers(data.user, 'file_manager');
  const { id, cui, accountants } = client;
  const names = accountants.map(({ name }) => name).filter((name) => name !== null);
  const isPinned = pinned.includes(id);
  const PinIcon = isPinned ? PinOff : Pin;
  const pinLabel = isPinned ? t('pins.unpin') : t('pins.pin');
  return (
    <li className={classes.card} data-pinned={isPinned || undefined}>
      <Link
        {...(hasFiles ? { to: '/files', search: { clientId: id } } : { to: '/clients/$id', params: { id } })}
        className={classes.main}
        data-client={id}
      >
        <span className={classes.letter} aria-hidden="true">
          {firstLetterOf(companyName(client))}
        </span>
        <span className={classes.text}>
          <span className={classes.name} id={nameId}>
            {companyName(client)}
          </span>
          <span className={classes.detail}>
            {t('choice.cui', { cui: cui ?? '—' })}
            {names.length > 0 && ` · ${names.join(', ')}`}
          </span>
        </span>
      </Link>
      <Tooltip label={pinLabel}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={pinLabel}
          aria-describedby={nameId}
          onClick={() => void toggle(client)}
        >
          <PinIcon size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('client.edit')}>
        <ActionIcon
          renderRoot={(props) => <Link to="/clients/$id" params={{ id }} {...props} />}
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={t('client.edit')}
          aria-describedby={nameId}
        >
          <Pencil size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
};
