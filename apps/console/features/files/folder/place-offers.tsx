import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, CloseButton } from '@mantine/core';
import { FolderInput } from 'lucide-react';
import type { Entry } from '../list/entries';
import type { Place } from '../fields/places';
import { useDocumentPlaces } from '../fields/use-document-places';
import classes from './month-offer.module.css';

type Props = {
  readonly clientId: string;
  readonly entries: readonly Entry[];
  readonly onMove: (entries: readonly Entry[], folderId: string, name: string) => Promise<boolean>;
};

/** So many places are offered at once, those of most documents. */
const MOST = 3;

/** New documents that belong in another folder, by what they say: each place is a press away. */
export const PlaceOffers = ({ clientId, entries, onMove }: Props) => {
  const { t } = useTranslation();
  const [isAway, setAway] = useState(false);
  const [moving, setMoving] = useState<string | null>(null);
  const placeOf = useDocumentPlaces(
    clientId,
    entries.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : [])),
  );
  if (isAway) return null;
  const offers = new Map<string, Place & { readonly entries: readonly Entry[] }>();
  for (const entry of entries) {
    const place = entry.kind === 'file' ? placeOf(entry.file) : null;
    if (!place) continue;
    const before = offers.get(place.folderId)?.entries ?? [];
    offers.set(place.folderId, { ...place, entries: before.concat(entry) });
  }
  const shown = [...offers.values()].sort((one, other) => other.entries.length - one.entries.length).slice(0, MOST);
  const move = async ({ entries: belonging, folderId, name }: (typeof shown)[number]) => {
    setMoving(folderId);
    await onMove(belonging, folderId, name);
    setMoving(null);
  };
  return shown.map((offer, at) => (
    <div key={offer.folderId} className={classes.offer}>
      <FolderInput size={22} className={classes.icon} aria-hidden="true" />
      <p className={classes.text}>{t('places.belong', { count: offer.entries.length, folder: offer.name })}</p>
      <Button size="sm" loading={moving === offer.folderId} disabled={moving !== null} onClick={() => void move(offer)}>
        {t('places.move')}
      </Button>
      {at === 0 && <CloseButton aria-label={t('places.away')} onClick={() => setAway(true)} />}
    </div>
  ));
};
