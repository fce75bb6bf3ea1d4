import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { Deed } from '@dosar/contracts';
import { BeforeLink } from '../past/before-link';
import classes from './deed-list.module.css';

type Props = { readonly deed: Deed; readonly onUndo?: ((correlationId: string) => void) | undefined };

/** What can be done with the deed above. */
export const DeedActs = ({ deed, onUndo }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.foot}>
      {onUndo && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Undo2 size={15} />}
          onClick={() => onUndo(deed.correlation_id)}
        >
          {t('undoing.undo')}
        </Button>
      )}
      <BeforeLink event={deed.event} position={deed.first_position} size="compact-md" />
    </div>
  );
};
