import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Client } from '@dosar/contracts';
import classes from './client-card.module.css';

/** A client to go to the documents of. */
export const ClientCard = ({ client }: { readonly client: Client }) => {
  const { t } = useTranslation();
  const { id, societate, cui, accountants } = client;
  const names = accountants.map(({ name }) => name).filter((name) => name !== null);
  return (
    <li>
      <Link to="/files" search={{ clientId: id }} className={classes.card}>
        <span className={classes.letter} aria-hidden="true">
          {(societate ?? cui).slice(0, 1)}
        </span>
        <span className={classes.text}>
          <span className={classes.name}>{societate ?? cui}</span>
          <span className={classes.detail}>
            {t('clients.cui', { cui })}
            {names.length > 0 && ` · ${names.join(', ')}`}
          </span>
        </span>
        <ChevronRight size={18} className={classes.go} aria-hidden="true" />
      </Link>
    </li>
  );
};
