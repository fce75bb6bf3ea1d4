import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import type { Named } from '@dosar/contracts';
import { useDrop } from '../folder/drag';
import type { Entry } from '../list/entries';
import { useRootName } from './root-name';
import classes from './breadcrumb.module.css';

type Props = {
  readonly path: readonly Named[];
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: (entries: readonly Entry[], folderId: string | null, name: string) => void;
  readonly onFiles: (transfer: DataTransfer, folderId: string | null) => void;
};

/** Where the person is, and the way back. The last step is the title of the screen. */
export const Breadcrumb = ({ path, ...to }: Props) => {
  const { t } = useTranslation();
  const steps = [{ id: null, name: useRootName() }, ...path.map(({ id, name }) => ({ id, name: name ?? '' }))];
  const last = steps.at(-1)!;
  return (
    <div className={classes.crumbs}>
      {steps.length > 1 && (
        <nav aria-label={t('files.path')} className={classes.way}>
          {steps.slice(0, -1).map((step) => (
            <Fragment key={step.id}>
              <Step {...step} {...to} />
              <ChevronRight size={14} aria-hidden="true" />
            </Fragment>
          ))}
        </nav>
      )}
      <h1 className={classes.title} title={last.name}>
        {last.name}
      </h1>
    </div>
  );
};

type StepProps = Omit<Props, 'path'> & { readonly id: string | null; readonly name: string };

const Step = ({ id, name, onOpen, onMove, onFiles }: StepProps) => {
  const { isOver, handlers } = useDrop({
    folderId: id,
    onFiles: (transfer) => onFiles(transfer, id),
    onEntries: (entries) => onMove(entries, id, name),
  });
  return (
    <button
      type="button"
      className={classes.step}
      data-over={isOver || undefined}
      onClick={() => onOpen(id)}
      {...handlers}
    >
      {name}
    </button>
  );
};
