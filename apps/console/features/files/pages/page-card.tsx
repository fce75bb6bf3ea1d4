import type { DragEvent, KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PagePicture } from './page-picture';
import type { ArrangedPage } from './arranged';
import type { Source } from './use-sources';
import classes from './pages.module.css';

export type CardHandlers = {
  readonly onPick: (key: string, event: MouseEvent | KeyboardEvent) => void;
  readonly onKey: (key: string, event: KeyboardEvent) => void;
  readonly onDrag: (key: string) => void;
  /** null: it was let go elsewhere. */
  readonly onOver: (key: string | null) => void;
  readonly onDrop: (key: string) => void;
};

type Props = CardHandlers & {
  readonly sheet: ArrangedPage;
  readonly source: Source;
  readonly name: string;
  /** Among all pages, from 1. */
  readonly place: number;
  readonly isChosen: boolean;
  readonly isOver: boolean;
  readonly isReached: boolean;
};

/** A page among the others, which can be chosen and dragged. */
export const PageCard = (props: Props) => {
  const { sheet, source, name, place, isChosen, isOver, isReached } = props;
  const { onPick, onKey, onDrag, onOver, onDrop } = props;
  const { t } = useTranslation();
  const { key, page, rotate } = sheet;
  const drag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', key);
    onDrag(key);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    onOver(key);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onDrop(key);
  };
  const label = t('arranging.page', { page, name, place });
  return (
    <div
      role="option"
      aria-selected={isChosen}
      aria-label={rotate === 0 ? label : t('arranging.turnedPage', { label, degrees: rotate })}
      tabIndex={isReached ? 0 : -1}
      className={classes.card}
      data-key={key}
      data-over={isOver || undefined}
      draggable
      onClick={(event) => onPick(key, event)}
      onKeyDown={(event) => onKey(key, event)}
      onDragStart={drag}
      onDragOver={over}
      onDragEnd={() => onOver(null)}
      onDrop={drop}
    >
      <span className={classes.frame}>
        <PagePicture source={source} page={page} rotate={rotate} />
      </span>
      <span className={classes.number}>{page}</span>
    </div>
  );
};
