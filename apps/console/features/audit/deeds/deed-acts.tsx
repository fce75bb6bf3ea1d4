import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import classes from './deed-list.module.css';

/** What can be done with the deed above. */
export const DeedActs = ({ onUndo }: { readonly onUndo: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.foot}>
      <Button variant="default" size="compact-md" leftSection={<Undo2 size={15} />} onClick={onUndo}>
        {t('undoing.undo')}
      </Button>
    </div>
  );
};
