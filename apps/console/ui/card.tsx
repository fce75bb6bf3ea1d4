import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

type Props = {
  readonly title: string;
  readonly text?: ReactNode;
  /** Actions on the whole card. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** A part of a screen with a heading of its own. */
export const Card = ({ title, text, actions, children }: Props) => {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title} id={id}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
};
