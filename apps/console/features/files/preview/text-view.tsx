import { Fragment, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MIME_TYPES } from '@dosar/contracts';
import { xmlOf } from '../../../platform/trusted';
import { piecesOf, useSought } from './sought';
import { indented, textOf } from './texts';
import classes from './text-view.module.css';

type Props = { readonly bytes: ArrayBuffer; readonly isCut: boolean; readonly mimeType: string };

/** What is nothing but text. */
const TEXTS = /^(?:text\/|application\/(?:xml|json|sql)$)/;

/** XML and JSON on lines of their own, where they can be read; else as it is. */
const laidOut = (text: string, mimeType: string): string => {
  if (mimeType === MIME_TYPES.json) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  const xml = mimeType === MIME_TYPES.xml ? xmlOf(text) : null;
  return xml ? indented(xml) : text;
};

export const TextView = ({ bytes, isCut, mimeType }: Props) => {
  const { t } = useTranslation();
  const text = useMemo(() => laidOut(textOf(bytes, isCut), isCut ? '' : mimeType), [bytes, isCut, mimeType]);
  return (
    <div className={classes.sheet}>
      {!TEXTS.test(mimeType) && <p className={classes.cut}>{t('preview.textAlone')}</p>}
      {isCut && <p className={classes.cut}>{t('preview.cut')}</p>}
      {text === '' ? <p className={classes.cut}>{t('preview.nothing')}</p> : <Words text={text} />}
    </div>
  );
};

/** The text, with the words marked by which it was found; it begins at the first of them. */
const Words = ({ text }: { readonly text: string }) => {
  const sought = useSought();
  const frame = useRef<HTMLPreElement>(null);
  const pieces = useMemo(() => piecesOf(text, sought), [text, sought]);
  useEffect(() => frame.current?.querySelector('mark')?.scrollIntoView({ block: 'center' }), [pieces]);
  return (
    <pre ref={frame} className={classes.text}>
      {pieces.map((piece, at) =>
        piece.hit ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>,
      )}
    </pre>
  );
};
