import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { FileIcon } from '../../../../ui/file-icon';
import type { PartRef } from './parts.queries';
import { SavePart } from './part-row';
import classes from './parts-list.module.css';

type Props = {
  readonly part: PartRef;
  /** Of the document around it. */
  readonly name: string;
  readonly onBack: () => void;
  readonly onSave: () => void;
};

/** Above a file that is inside another: which one it is, and the way back. */
export const PartHead = ({ part, name, onBack, onSave }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <Button
        className={classes.back}
        variant="subtle"
        size="compact-md"
        justify="flex-start"
        leftSection={<ChevronLeft size={16} />}
        onClick={onBack}
      >
        {t('inside.back', { name })}
      </Button>
      <FileIcon entry={{ kind: 'file', name: part.name }} />
      <span className={classes.name}>{part.name}</span>
      <SavePart name={part.name} onSave={onSave} />
    </div>
  );
};
