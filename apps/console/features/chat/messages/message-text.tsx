import { Fragment } from 'react';
import { partsOf } from '../composing/mentions';
import classes from './message-item.module.css';

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}])/g;

type Props = {
  readonly text: string;
  /** Those who take part: where they are named, it is seen. */
  readonly names: readonly string[];
};

/** What somebody wrote, with its links: they are shown, and opened only when somebody wants them. */
export const MessageText = ({ text, names }: Props) =>
  text.split(LINK).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={at}>
        {partsOf(part, names).map((each, place) =>
          place % 2 === 1 ? (
            <strong key={place} className={classes.mention}>
              {each}
            </strong>
          ) : (
            <Fragment key={place}>{each}</Fragment>
          ),
        )}
      </Fragment>
    ),
  );
