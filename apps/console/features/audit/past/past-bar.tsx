import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { History, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { exactMomentOf } from '../../../platform/past/instants';
import { useKey } from '../../../platform/keys';
import { useEventText } from '../event-text';
import { MomentPicker } from './moment-picker';
import { MomentSlider } from './moment-slider';
import type { Moment } from './past.queries';
import type { Moments } from './use-moments';
import { usePlay } from './use-play';
import classes from './past-bar.module.css';

type Props = {
  readonly moments: Moments;
  /** The instant that is looked at; absent while it is not known. */
  readonly time: string | undefined;
  /** What is shown is not yet that of this instant. */
  readonly isBusy: boolean;
  readonly onGo: (at: string) => void;
  readonly onLeave: () => void;
  /** What else can be done there. */
  readonly children: ReactNode;
};

/** Over everything of the past: when it is, how to get to another moment, and how to leave. */
export const PastBar = ({ moments, time, isBusy, onGo, onLeave, children }: Props) => {
  const { t } = useTranslation();
  const { current, previous, next } = moments;
  const goTo = (moment: Moment | undefined) => moment && onGo(moment.position);
  useKey(',', () => goTo(previous));
  useKey('.', () => goTo(next));
  const play = usePlay({ next: next?.position, isBusy: isBusy || !moments.isRead, onGo });
  return (
    <section className={classes.bar} aria-label={t('past.bar')}>
      <div className={classes.head}>
        <History size={20} className={classes.icon} aria-hidden="true" />
        <div className={classes.when} role="status">
          <strong>{time === undefined ? t('past.past') : t('past.asOf', { when: exactMomentOf(time) })}</strong>
          <Happened moment={current} isRead={moments.isRead} />
        </div>
        {isBusy && <Loader size="xs" role="img" aria-label={t('screens.waiting')} />}
        <div className={classes.tools}>{children}</div>
        <Button className={classes.leave} aria-label={t('past.leave')} title={t('past.leave')} onClick={onLeave}>
          <X size={17} aria-hidden="true" />
          <span className={classes.word}>{t('past.leave')}</span>
        </Button>
      </div>
      <div className={classes.steps}>
        <MomentPicker moments={moments} time={time} onGo={onGo} />
        <Step
          label={t('past.previous')}
          keys=","
          icon={SkipBack}
          isDisabled={!previous}
          onClick={() => goTo(previous)}
        />
        <Step
          label={play.isOn ? t('past.pause') : t('past.play')}
          icon={play.isOn ? Pause : Play}
          isDisabled={!next && !play.isOn}
          onClick={play.toggle}
        />
        <Step label={t('past.next')} keys="." icon={SkipForward} isDisabled={!next} onClick={() => goTo(next)} />
        <MomentSlider moments={moments} onGo={onGo} />
      </div>
    </section>
  );
};

type StepProps = {
  readonly label: string;
  readonly keys?: string;
  readonly icon: typeof Play;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
};

const Step = ({ label, keys, icon: Icon, isDisabled, onClick }: StepProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={label}
    aria-keyshortcuts={keys}
    title={keys ? `${label} (${keys})` : label}
    disabled={isDisabled}
    onClick={onClick}
  >
    <Icon size={17} />
  </ActionIcon>
);

/** What was done last before the instant, and by whom. */
const Happened = ({ moment, isRead }: { readonly moment: Moment | undefined; readonly isRead: boolean }) => {
  const { t } = useTranslation();
  const { titleOf } = useEventText();
  if (!moment) return isRead && <span>{t('past.before')}</span>;
  const who = moment.user ? (moment.user.name ?? t('audit.erased')) : t('audit.system');
  const many = moment.events_count > 1 && t('past.events', { count: moment.events_count });
  return <span>{[titleOf(moment.event_type), many, who].filter(Boolean).join(' · ')}</span>;
};
