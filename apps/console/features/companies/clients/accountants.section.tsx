import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Select } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import type { Client, Me } from '@dosar/contracts';
import { dayOf } from '../../../platform/format';
import { toasts } from '../../../platform/toasts';
import { byLabel } from '../../../ui/forms/by-label';
import { PersonRow, PersonRows } from '../../../ui/forms/person-rows';
import { Section } from '../../../ui/forms/section';
import { assignAccountant, unassignAccountant } from '../companies.mutations';
import { peopleOf } from '../companies.queries';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './accountants.section.module.css';

type Props = { readonly client: Client; readonly me: Me };
type Accountant = { readonly id: string; readonly name: string | null };

/** Assigns and takes away; what was done can be taken back. */
const useAssignments = (id: string) => {
  const { t } = useTranslation();
  const assigning = useMutation(assignAccountant(id));
  const unassigning = useMutation(unassignAccountant(id));
  const isDone = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  const send = (accountantId: string) => isDone(assigning.mutateAsync(accountantId));
  const take = (accountantId: string) => isDone(unassigning.mutateAsync(accountantId));
  const tell = (title: string, undo: () => Promise<boolean>) =>
    toasts.show({ type: 'success', title, action: { label: t('parts.undo'), run: () => void undo() } });
  const assign = async ({ id: accountantId, name }: Accountant) => {
    const isAssigned = await send(accountantId);
    if (isAssigned) tell(t('accountants.assigned', { name }), () => take(accountantId));
    return isAssigned;
  };
  const unassign = async ({ id: accountantId, name }: Accountant) => {
    if (await take(accountantId)) tell(t('accountants.unassigned', { name }), () => send(accountantId));
  };
  return { assign, unassign, busy: assigning.isPending || unassigning.isPending };
};

/** Who works for a client, and since when. */
export const AccountantsSection = ({ client, me }: Props) => {
  const { t } = useTranslation();
  const { assign, unassign, busy } = useAssignments(client.id);
  return (
    <Section title={t('accountants.title')} hint={t('accountants.hint')}>
      <PersonRows isEmpty={client.accountants.length === 0} empty={t('accountants.none')}>
        {client.accountants.map((each) => (
          <PersonRow
            key={each.id}
            name={each.name ?? each.email ?? ''}
            detail={[each.email, t('accountants.since', { day: dayOf(each.assigned_at) })].filter(Boolean).join(' · ')}
            {...(me.role === 'admin' && { link: { to: '/admin/users/$id', params: { id: each.id } } })}
            action={
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={busy}
                aria-label={t('accountants.unassignOf', { name: each.name })}
                onClick={() => void unassign(each)}
              >
                {t('accountants.unassign')}
              </Button>
            }
          />
        ))}
      </PersonRows>
      <Another client={client} me={me} busy={busy} onAssign={assign} />
    </Section>
  );
};

type AnotherProps = Props & { readonly busy: boolean; readonly onAssign: (one: Accountant) => Promise<boolean> };

/** One more of those who may work for it. */
const Another = ({ client, me, busy, onAssign }: AnotherProps) => {
  const { t } = useTranslation();
  const [chosen, setChosen] = useUnfinishedState<string | null>('accountant', null);
  const people = useQuery(peopleOf(client.id)).data?.people ?? [];
  const isAssigned = (id: string) => client.accountants.some((each) => each.id === id);
  // who asks is not among those they may talk to, but may take a client over
  const others = me.role === 'accountant' ? [me, ...people] : people;
  const free = others.filter(({ id, role }) => role === 'accountant' && !isAssigned(id));
  const send = async () => {
    const one = free.find(({ id }) => id === chosen);
    if (one && (await onAssign(one))) setChosen(null);
  };
  return (
    <div className={classes.add} data-wide>
      <Select
        size="sm"
        aria-label={t('accountants.choose')}
        placeholder={free.length === 0 ? t('accountants.nobody') : t('accountants.choose')}
        disabled={free.length === 0}
        searchable
        nothingFoundMessage={t('words.nothing')}
        data={free.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        filter={byLabel}
        value={chosen}
        onChange={(value) => setChosen(value)}
      />
      <Button
        variant="default"
        leftSection={<UserPlus size={16} />}
        disabled={chosen === null}
        loading={busy}
        onClick={() => void send()}
      >
        {t('accountants.assign')}
      </Button>
    </div>
  );
};
