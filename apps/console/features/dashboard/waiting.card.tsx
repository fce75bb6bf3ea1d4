import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { WaitingClient } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import { Chip } from '../../ui/chip';
import lines from '../../ui/lines.module.css';
import classes from './dashboard.module.css';

/** Clients with documents that nobody has finished yet, the most first. */
export const WaitingCard = ({ clients }: { readonly clients: readonly WaitingClient[] }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <div id="waiting" className={classes.part}>
      <Card
        title={t('dashboard.waiting')}
        text={clients.length > 0 ? t('dashboard.waitingText') : undefined}
        actions={
          <Link to="/files-select" className={classes.more}>
            {t('dashboard.allClients')}
          </Link>
        }
      >
        {clients.length === 0 && <p className={classes.none}>{t('dashboard.waitingNone')}</p>}
        <ul className={classes.rows}>
          {clients.map(({ id, name, new_files, pending_files }) => (
            <li key={id}>
              <Link
                to="/documents"
                search={{ clientId: id, state: 'pending' }}
                className={classes.row}
                data-client={id}
              >
                <span className={lines.texts}>
                  <span className={lines.name}>{companyName({ name, cui: null })}</span>
                  <span className={lines.detail}>
                    {t('dashboard.waitingCount', { count: pending_files, shown: countOf(pending_files, language) })}
                  </span>
                </span>
                {new_files > 0 && (
                  <Chip tone="busy">
                    {t('dashboard.waitingNew', { count: new_files, shown: countOf(new_files, language) })}
                  </Chip>
                )}
                <ChevronRight size={16} aria-hidden="true" className={classes.arrow} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
