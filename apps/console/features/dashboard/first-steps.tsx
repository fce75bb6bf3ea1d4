import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { Role } from '@dosar/contracts';
import { remembered } from '../../platform/storage/remembered';
import { Card } from '../../ui/card';
import { clientPage, firms } from '../companies/companies.queries';
import { accounts } from '../users/users.queries';
import { firstFolder } from './dashboard.queries';
import classes from './first-steps.module.css';

const hidden = remembered('dosar.first_steps_hidden');

type Step = {
  readonly name: 'firm' | 'colleague' | 'client' | 'folders' | 'user';
  readonly isDone: boolean;
  readonly link: LinkProps;
};

/** What an installation has of what it needs first; null until that is known. */
const useSteps = (): readonly Step[] | null => {
  const one = { pageSize: 1 };
  const firmCount = useQuery(firms(one)).data?.total;
  const colleagues = useQuery(accounts({ ...one, role: 'accountant' })).data?.total;
  const users = useQuery(accounts({ ...one, role: 'user' })).data?.total;
  const clients = useQuery(clientPage(one)).data;
  // of several clients it is not asked what each has
  const only = clients?.total === 1 ? clients.clients[0]!.id : null;
  const folders = useQuery({ ...firstFolder(only ?? ''), enabled: only !== null }).data?.folders.length;
  if (firmCount === undefined || colleagues === undefined || users === undefined) return null;
  if (!clients || (only !== null && folders === undefined)) return null;
  return [
    { name: 'firm', isDone: firmCount > 0, link: { to: '/admin/firms/new' } },
    { name: 'colleague', isDone: colleagues > 0, link: { to: '/admin/users/new', search: { role: 'accountant' } } },
    only !== null && folders === 0
      ? { name: 'folders', isDone: false, link: { to: '/files', search: { clientId: only } } }
      : { name: 'client', isDone: clients.total > 0, link: { to: '/admin/clients/new' } },
    {
      name: 'user',
      isDone: users > 0,
      link: { to: '/admin/users/new', search: { role: 'user', client_id: clients.clients[0]?.id } },
    },
  ];
};

/** Whether the steps are shown in this browser, and how they are put away for good. */
export const useFirstSteps = (role: Role) => {
  const [isHidden, setHidden] = useState(() => hidden.get() !== null);
  const hide = () => {
    hidden.set('yes');
    setHidden(true);
  };
  return { areShown: role === 'admin' && !isHidden, hide };
};

/** The steps of an administrator on the first day, ticked by what is there; gone once all are. */
export const FirstSteps = ({ onHide }: { readonly onHide: () => void }) => {
  const { t } = useTranslation();
  const steps = useSteps();
  const next = steps?.find(({ isDone }) => !isDone);
  if (!steps || !next) return null;
  return (
    <Card
      title={t('firstSteps.title')}
      text={t('firstSteps.done', { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={onHide}>
          {t('firstSteps.hide')}
        </Button>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ name, isDone, link }) => (
          <li key={name} className={classes.step} data-done={isDone}>
            {isDone ? <CircleCheck size={22} aria-hidden="true" /> : <Circle size={22} aria-hidden="true" />}
            <div className={classes.texts}>
              <h3>
                {t(`firstSteps.${name}.title`)}
                {isDone && <VisuallyHidden> ({t('firstSteps.isDone')})</VisuallyHidden>}
              </h3>
              {!isDone && <p>{t(`firstSteps.${name}.text`)}</p>}
            </div>
            {!isDone && (
              <Button
                renderRoot={(props) => <Link {...link} {...props} />}
                variant={name === next.name ? 'filled' : 'default'}
              >
                {t(`firstSteps.${name}.action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};
