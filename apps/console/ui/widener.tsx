import type { KeyboardEvent, PointerEvent } from 'react';
import { useStore } from '../platform/storage/store';
import type { Side } from './side';
import classes from './widener.module.css';

const STEP_PX = 16;

/** The edge of a side panel, for resizing it. */
export const Widener = ({ side, label }: { readonly side: Side; readonly label: string }) => {
  const { width } = useStore(side);
  const { least, most, usual } = side.limits;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: width - STEP_PX, ArrowRight: width + STEP_PX, Home: least, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    side.widen(to);
  };
  const onPointerMove = ({ currentTarget, pointerId, movementX }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) side.widen(side.get().width + movementX);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control (WAI-ARIA)
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={classes.edge}
      onKeyDown={onKeyDown}
      onDoubleClick={() => side.widen(usual)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    />
  );
};
