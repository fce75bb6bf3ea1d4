import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsFetching } from '@tanstack/react-query';
import { HistoryIcon } from 'lucide-react';
import type { Me, StoodAt } from '@dosar/contracts';
import { exactMomentOf } from '../../../platform/past/instants';
import { PAST } from '../../../platform/past/former';
import type { Then } from '../../../platform/past/then';
import { Notice } from '../../../ui/notice';
import { Fault, Waiting } from '../../../ui/screens';
import { PastBar } from './past-bar';
import { PastTools } from './past-tools';
import type { Thing } from './past.queries';
import { RestoreDialog, type Restored } from './restore.dialog';
import { useMoments } from './use-moments';
import type { useThen } from './use-then';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './past.module.css';

type Props = ReturnType<typeof useThen> & {
  readonly user: Me;
  /** What has the moments that are stepped through. */
  readonly thing: Thing;
  /** What is looked at, if it is only a part of that. */
  readonly about?: Thing;
  /** Whose documents are looked at; null: it is a conversation. */
  readonly clientId: string | null;
  /** As of when the screen was answered; it says which position a time is. */
  readonly stand: StoodAt | undefined;
  /** It could not be answered. */
  readonly isLost: boolean;
  readonly onGo: (then: Then) => void;
  readonly onLeave: () => void;
  /** The screen of that instant; what it is given restores things, where that may be. */
  readonly children: (then: Then, onRestore: ((things: Restored) => void) | undefined) => ReactNode;
};

const isPosition = (at: string): boolean => /^\d+$/.test(at);

/** What surrounds every screen of the past: the bar over it, another colour, and nothing that is changed but by restoring. */
export const Past = (props: Props) => {
  const { user, thing, about = thing, clientId, then, error, hasNone, stand, isLost, onGo, onLeave, children } = props;
  const { t } = useTranslation();
  const [restored, setRestored] = useUnfinishedState<Restored | null>('restored', null);
  const position = then === null ? null : isPosition(then.at) ? then.at : (stand?.position ?? null);
  const moments = useMoments(thing, position, isLost);
  const isBusy = useIsFetching({ queryKey: [PAST] }) > 0;
  const { current } = moments;
  const time =
    then === null
      ? undefined
      : !isPosition(then.at)
        ? then.at
        : current?.position === then.at
          ? current.time
          : stand?.time;
  const when = time && exactMomentOf(time);
  const go = (at: string) => onGo({ ...then, at });
  const restore = clientId === null || then?.as !== undefined ? undefined : setRestored;
  return (
    <div className={classes.past}>
      <PastBar moments={moments} time={time} isBusy={isBusy} onGo={go} onLeave={onLeave}>
        {then && <PastTools {...{ user, about, clientId, then, onGo }} when={when} />}
      </PastBar>
      <div className={classes.screen}>
        {error !== null && <Fault error={error} part={t('past.failed')} />}
        {hasNone && <Notice icon={HistoryIcon} title={t('past.none')} text={t('past.noneText')} />}
        {then === null && error === null && !hasNone && <Waiting />}
        {then && children(then, restore)}
      </div>
      {restored && then && clientId !== null && (
        <RestoreDialog
          {...{ clientId, restored }}
          at={then.at}
          when={when ?? ''}
          onLeave={onLeave}
          onClose={() => setRestored(null)}
        />
      )}
    </div>
  );
};
