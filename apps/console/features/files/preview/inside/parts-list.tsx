import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { File, PreviewKind } from '@dosar/contracts';
import { sizeOf } from '../../../../platform/format';
import { preferences } from '../../../../platform/preferences';
import { useStore } from '../../../../platform/storage/store';
import { Message } from '../../../../ui/message';
import { PartRow } from './part-row';
import { isSigned, mayHaveParts, partsInside, savingPart, type PartRef } from './parts.queries';
import classes from './parts-list.module.css';

/** So many are shown at first. */
const FIRST = 5;

type Props = {
  readonly file: File;
  /** As what it is shown. */
  readonly kind: PreviewKind | undefined;
  readonly onOpen: (part: PartRef) => void;
};

/** What a document has attached, and that a form needs the program of its maker. */
export const PartsList = ({ file, kind, onOpen }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const [shown, setShown] = useState(FIRST);
  const { data } = useQuery({ ...partsInside(file.id), enabled: mayHaveParts(file, kind) });
  const { mutate: save } = useMutation(savingPart(file.id));
  if (!data) return null;
  const { parts, is_cut: isCut, is_form: isForm, why } = data;
  if (why === 'too_large') return <p className={classes.note}>{t('inside.unread')}</p>;
  if (parts.length === 0 && !isForm) return null;
  const left = parts.length - shown;
  return (
    <section className={classes.box} aria-label={t('inside.list')}>
      {isForm && (
        <Message tone="info">
          {t('inside.form')} {parts.length > 0 && t('inside.formData')}
        </Message>
      )}
      {isSigned(file, kind) && <Message tone="info">{t('inside.signed')}</Message>}
      {parts.length > 0 && <h3 className={classes.title}>{t('inside.title', { count: parts.length })}</h3>}
      <ul className={classes.list}>
        {parts.slice(0, shown).map((part) => (
          <PartRow
            key={part.number}
            kind="file"
            name={part.name}
            size={sizeOf(part.size, language)}
            note={t('inside.blocked')}
            onOpen={part.can_open ? () => onOpen(part) : undefined}
            onSave={() => save(part.number)}
          />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(parts.length)}>
          {t('preview.moreRows', { count: left })}
        </Button>
      )}
      {isCut && <p className={classes.note}>{t('inside.more', { count: parts.length })}</p>}
    </section>
  );
};
