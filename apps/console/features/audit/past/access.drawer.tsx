import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { pastApi, type AccessThen } from '@dosar/contracts';
import { timeOf } from '../../../platform/format';
import { former } from '../../../platform/past/former';
import { useFault } from '../../../platform/queries';
import { Message } from '../../../ui/message';
import { Fault } from '../../../ui/screens';
import { useEventText } from '../event-text';
import type { Thing } from './past.queries';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './access.module.css';

type Person = { readonly id: string; readonly name: string | null };
type Props = {
  readonly thing: Thing;
  readonly at: string;
  readonly when: string | undefined;
  readonly onClose: () => void;
};

const aboutOf = (thing: Thing) =>
  'client_id' in thing
    ? { resource_type: 'client' as const, resource_id: thing.client_id }
    : { resource_type: thing.resource_type as 'conversation', resource_id: thing.resource_id };

/** Who could see something at an instant; and of each of them, what they could see, and what they opened that day. */
export const AccessDrawer = ({ thing, at, when, onClose }: Props) => {
  const { t } = useTranslation();
  const [person, setPerson] = useUnfinishedState<Person | null>('person', null);
  const about = person ? { user_id: person.id } : aboutOf(thing);
  const found = useQuery({ ...former(pastApi.access, { query: { at, ...about } }), placeholderData: undefined });
  const fault = useFault(found);
  const name = person && (person.name ?? t('audit.erased'));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={name === null ? t('past.whoCould') : t('past.whatCould', { name })}
      closeButtonProps={{ 'aria-label': t('parts.close') }}
    >
      {person && (
        <Button variant="subtle" leftSection={<ArrowLeft size={16} />} onClick={() => setPerson(null)}>
          {t('past.whoCould')}
        </Button>
      )}
      <p className={classes.when}>{when}</p>
      {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('past.failed')} />}
      {!found.data && fault === null && <Skeleton height={180} radius="md" />}
      {found.data && <Access access={found.data} onPerson={setPerson} />}
    </Drawer>
  );
};

type AccessProps = { readonly access: AccessThen; readonly onPerson: (person: Person) => void };

const Access = ({ access, onPerson }: AccessProps) => {
  const { t } = useTranslation();
  const { titleOf } = useEventText();
  const { rules, software, people, clients, conversations, opened, is_more: isMore } = access;
  return (
    <>
      {rules === 'unknown' && <Message tone="warning">{t('past.unknownRules')}</Message>}
      <Rows title={t('past.people')} rows={people}>
        {(each) => (
          <button type="button" className={classes.person} onClick={() => onPerson(each)}>
            <strong>{each.name ?? t('audit.erased')}</strong>
            <span>
              {t(`roles.${each.role}`)} · {t(`past.why.${each.why}`)}
            </span>
          </button>
        )}
      </Rows>
      <Rows title={t('past.clients')} rows={clients}>
        {({ name, why }) => (
          <>
            <strong>{name ?? t('plan.erased')}</strong>
            <span>{t(`past.why.${why}`)}</span>
          </>
        )}
      </Rows>
      <Rows title={t('past.conversations')} rows={conversations}>
        {({ title, client, why }) => (
          <>
            <strong>{title ?? client?.name ?? t('past.conversation')}</strong>
            <span>{t(`past.why.${why}`)}</span>
          </>
        )}
      </Rows>
      <Rows title={t('past.opened')} rows={opened?.map((each) => ({ ...each, id: each.position }))}>
        {({ name, event_type, time }) => (
          <>
            <strong>{name ?? t('plan.erased')}</strong>
            <span>
              {timeOf(time)} · {titleOf(event_type)}
            </span>
          </>
        )}
      </Rows>
      {isMore && <p className={classes.when}>{t('past.moreThan')}</p>}
      {software && <p className={classes.when}>{t('past.software', { version: software.version })}</p>}
    </>
  );
};

type RowsProps<R> = {
  readonly title: string;
  readonly rows: readonly R[] | undefined;
  readonly children: (row: R) => ReactNode;
};

/** One kind of what is known, if it was looked for. */
const Rows = <R extends { readonly id: string }>({ title, rows, children }: RowsProps<R>) => {
  const { t } = useTranslation();
  if (!rows) return null;
  return (
    <section className={classes.rows}>
      <h3>{title}</h3>
      {rows.length === 0 && <p>{t('past.nobody')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
};
