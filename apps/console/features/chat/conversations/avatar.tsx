import { useTranslation } from 'react-i18next';
import type { Presence } from '@dosar/contracts';
import { initialsOf } from './conversation-names';
import classes from './avatar.module.css';

type Props = { readonly name: string; readonly presence?: Presence; readonly isSquare?: boolean };

/** The letters of a name, and whether its bearer is there. */
export const Avatar = ({ name, presence, isSquare = false }: Props) => {
  const { t } = useTranslation();
  return (
    <span className={classes.avatar} data-square={isSquare || undefined}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {presence && presence !== 'offline' && (
        <span className={classes.dot} data-presence={presence} role="img" aria-label={t(`presence.${presence}`)} />
      )}
    </span>
  );
};
