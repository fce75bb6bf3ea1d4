import { Fragment } from 'react';
import { linksIn } from '@dosar/contracts';
import { partsOf } from '../composing/mentions';
import classes from './message-item.module.css';

type Props = {
  readonly text: string;
  /** Those who take part: where they are named, it is seen. */
  readonly names: readonly string[];
};

/** What somebody wrote, with its links and addresses: they are shown, and opened only when somebody wants them. */
export const MessageText = ({ text, names }: Props) => {
  const links = linksIn(text);
  return (
    <>
      {links.map(({ from, to, href }, at) => (
        <Fragment key={from}>
          <Words text={text.slice(links[at - 1]?.to ?? 0, from)} names={names} />
          <a href={href} rel="noopener noreferrer nofollow" {...(!href.startsWith('mailto:') && { target: '_blank' })}>
            {text.slice(from, to)}
          </a>
        </Fragment>
      ))}
      <Words text={text.slice(links.at(-1)?.to ?? 0)} names={names} />
    </>
  );
};

const Words = ({ text, names }: Props) =>
  partsOf(text, names).map((each, place) =>
    place % 2 === 1 ? (
      <strong key={place} className={classes.mention}>
        {each}
      </strong>
    ) : (
      <Fragment key={place}>{each}</Fragment>
    ),
  );
