import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { AuditEvent, AuditFilters } from '@dosar/contracts';
import { agentIn } from '../../platform/agent';
import { momentOf, sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Fault } from '../../ui/screens';
import { auditEvent } from './audit.queries';
import { BeforeLink } from './past/before-link';
import { EventRow } from './event-row';
import { Change } from './change';
import { isForPeople, useEventText } from './event-text';
import classes from './event-drawer.module.css';

type Props = {
  readonly eventId: string | null;
  readonly onOpen: (eventId: string) => void;
  readonly onClose: () => void;
  readonly onFilter: (filters: AuditFilters) => void;
  /** Absent where nothing is undone. */
  readonly onUndo?: ((correlationId: string) => void) | undefined;
};

/** One event with all that is known about it, and what the same action caused. */
export const EventDrawer = ({ eventId, onOpen, onClose, onFilter, onUndo }: Props) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...auditEvent(eventId ?? ''), enabled: eventId !== null });
  const { titleOf } = useEventText();
  return (
    <Drawer
      opened={eventId !== null}
      onClose={onClose}
      position="right"
      size={460}
      title={data ? titleOf(data.event.event_type) : ' '}
      closeButtonProps={{ 'aria-label': t('parts.close') }}
      classNames={{ title: classes.heading }}
    >
      {error && <Fault error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} radius="md" />}
      {data && (
        <>
          <Facts event={data.event} onFilter={onFilter} />
          <Details event={data.event} onFilter={onFilter} />
          <h3 className={classes.subtitle}>{t('audit.related', { count: data.related.length })}</h3>
          {data.related.length === 0 && <p className={classes.none}>{t('audit.noRelated')}</p>}
          <ul className={classes.related}>
            {data.related.map((each) => (
              <li key={each.event_id}>
                <EventRow event={each} isOpen={false} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => onFilter({ correlation_id: data.event.correlation_id })}>
              {t('audit.showAction')}
            </Button>
            <Button variant="default" onClick={() => onFilter({ resource_id: data.event.resource_id })}>
              {t('audit.showThing')}
            </Button>
            <BeforeLink event={data.event} position={data.event.position} />
            {onUndo && (
              <Button
                variant="default"
                leftSection={<Undo2 size={16} />}
                onClick={() => onUndo(data.event.correlation_id)}
              >
                {t('undoing.undo')}
              </Button>
            )}
          </div>
        </>
      )}
    </Drawer>
  );
};

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who, when, from where, about what. */
const Facts = ({ event, onFilter }: { readonly event: AuditEvent } & Pick<Props, 'onFilter'>) => {
  const { t } = useTranslation();
  const { valueOf } = useEventText();
  const agent = agentIn(event.user_agent ?? '');
  const role = event.user?.role && ` · ${valueOf(event.user.role)}`;
  return (
    <dl className={classes.facts}>
      <Fact label={t('audit.who')}>
        {event.user ? (event.user.name ?? t('audit.erased')) : t('audit.system')}
        {role}
      </Fact>
      <Fact label={t('audit.when')}>{momentOf(event.timestamp)}</Fact>
      <Fact label={t('audit.about')}>
        {t(`resources.${event.resource_type as 'file'}`, { defaultValue: event.resource_type })}
        {event.resource_name && ` · ${event.resource_name}`}
      </Fact>
      {event.client_id && <Fact label={t('words.client')}>{event.client_name ?? t('names.erased')}</Fact>}
      {event.ip_address && <Address address={event.ip_address} onFilter={onFilter} />}
      {event.user_agent && (
        <Fact label={t('audit.agent')}>
          <span title={event.user_agent}>{agent ? t('words.agent', agent) : event.user_agent}</span>
        </Fact>
      )}
      <Fact label={t('audit.correlation')}>
        <code className={classes.code}>{event.correlation_id}</code>
      </Fact>
    </dl>
  );
};

/** From where it was done: it leads to all that was done from there. */
const Address = ({ address, onFilter }: { readonly address: string } & Pick<Props, 'onFilter'>) => {
  const { t } = useTranslation();
  return (
    <Fact label={t('audit.address')}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.things}
        title={t('deed.byAddress', { address })}
        onClick={() => onFilter({ ip_address: address })}
      >
        {address}
      </Button>
    </Fact>
  );
};

type Thing = { readonly type: string; readonly id: string };

/** Of several things each once. */
const distinct = (things: readonly Thing[]): readonly Thing[] => [
  ...new Map(things.map((each) => [each.id, each])).values(),
];

/** Things of which an event knows no name: each leads to its history. */
const Things = ({ things, onFilter }: { readonly things: readonly Thing[] } & Pick<Props, 'onFilter'>) => {
  const { t } = useTranslation();
  return (
    <div className={classes.things}>
      {distinct(things).map(({ type, id }) => (
        <Button key={id} variant="subtle" size="compact-sm" onClick={() => onFilter({ resource_id: id })}>
          {t(`resources.${type as 'file'}`, { defaultValue: type })}
        </Button>
      ))}
    </div>
  );
};

/** What the event itself says: what changed first, then the rest. */
const Details = ({ event: { details }, onFilter }: { readonly event: AuditEvent } & Pick<Props, 'onFilter'>) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { titleOf, valueOf, labelOf } = useEventText();
  const { from, to, ...rest } = details;
  const others = Object.entries(rest).filter(isForPeople);
  const shown = (name: string, value: unknown) => {
    if (name === 'resources') return <Things things={value as readonly Thing[]} onFilter={onFilter} />;
    if (name === 'routes') return (value as readonly string[]).join(', ');
    if (name === 'sent_at' || name === 'acted_at' || name === 'since')
      return momentOf(new Date(value as string | number));
    if (name === 'unreadable') return t('audit.unreadable');
    if (name === 'event_type') return titleOf(String(value));
    if (name === 'resource_type') return t(`resources.${value as 'file'}`, { defaultValue: String(value) });
    return name === 'file_size' || name === 'size' ? sizeOf(Number(value), language) : valueOf(value);
  };
  const isChange = 'from' in details && 'to' in details;
  if (!isChange && others.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{t('audit.details')}</h3>
      {isChange && <Change from={from} to={to} />}
      <dl className={classes.facts}>
        {others.map(([name, value]) => (
          <Fact key={name} label={labelOf(name)}>
            {shown(name, value)}
          </Fact>
        ))}
      </dl>
    </>
  );
};
