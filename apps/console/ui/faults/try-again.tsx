import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@mantine/core';
import { Refused } from '../../platform/refusals';
import { useSecondsLeft } from './seconds-left';

type Props = Pick<ButtonProps, 'size' | 'variant' | 'loading'> & {
  readonly error: unknown;
  readonly onAgain: () => void;
};

/** Reads again: at once, or when the server has said that it may be, and then by itself. */
export const TryAgain = (props: Props) => {
  const { error } = props;
  const isPaused = error instanceof Refused && error.status === 429 && (error.retryAfter ?? 0) > 0;
  return isPaused ? <Counted {...props} until={error.at + (error.retryAfter ?? 0) * 1000} /> : <Pressed {...props} />;
};

const Pressed = ({ error: _, onAgain, ...look }: Props) => {
  const { t } = useTranslation();
  return (
    <Button {...look} onClick={onAgain}>
      {t('screens.again')}
    </Button>
  );
};

const Counted = ({ until, ...props }: Props & { readonly until: number }) => {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  const again = useEffectEvent(props.onAgain);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) again();
  }, [isOver]);
  if (isOver) return <Pressed {...props} />;
  return (
    <Button size={props.size} variant={props.variant} disabled>
      {t('faults.again', { count: left })}
    </Button>
  );
};
