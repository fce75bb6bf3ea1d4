import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import type { Named } from '@dosar/contracts';
import { useRootName } from '../tree/root-name';
import classes from '../tree/breadcrumb.module.css';

type Props = {
  readonly path: readonly Named[];
  readonly onOpen: (folderId: string | null) => void;
  /** Back to what is there. */
  readonly onLeave: () => void;
};

/** Where somebody is in the trash, and the way back. */
export const TrashPath = ({ path, onOpen, onLeave }: Props) => {
  const { t } = useTranslation();
  const root = useRootName();
  const steps = [{ id: null, name: t('files.trash') }, ...path];
  const name = steps.at(-1)!.name ?? '';
  return (
    <div className={classes.crumbs}>
      <nav aria-label={t('files.path')} className={classes.way}>
        <button type="button" className={classes.step} onClick={onLeave}>
          {root}
        </button>
        <ChevronRight size={14} aria-hidden="true" />
        {steps.slice(0, -1).map((step) => (
          <Fragment key={step.id}>
            <button type="button" className={classes.step} onClick={() => onOpen(step.id)}>
              {step.name}
            </button>
            <ChevronRight size={14} aria-hidden="true" />
          </Fragment>
        ))}
      </nav>
      <h1 className={classes.title} title={name}>
        {name}
      </h1>
    </div>
  );
};
