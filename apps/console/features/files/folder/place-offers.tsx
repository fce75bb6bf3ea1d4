import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, CloseButton } from '@mantine/core';
import { FolderInput, FolderPlus } from 'lucide-react';
import type { Entry } from '../list/entries';
import { placeKey, type Place } from '../fields/places';
import { useDocumentPlaces, useMovingThere, usePlaceTexts } from '../fields/use-document-places';
import type { FileActions } from './use-file-actions';
import classes from './month-offer.module.css';

type Props = {
  readonly clientId: string;
  readonly entries: readonly Entry[];
  readonly onMove: FileActions['move'];
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
  const moveThere = useMovingThere(clientId);
  const textsOf = usePlaceTexts();
  if (isAway) return null;
  const offers = new Map<string, { readonly place: Place; readonly entries: readonly Entry[] }>();
  for (const entry of entries) {
    const place = entry.kind === 'file' ? placeOf(entry.file) : null;
    if (!place) continue;
    const before = offers.get(placeKey(place))?.entries ?? [];
    offers.set(placeKey(place), { place, entries: before.concat(entry) });
  }
  const shown = [...offers.values()].sort((one, other) => other.entries.length - one.entries.length).slice(0, MOST);
  const move = async ({ place, entries: belonging }: (typeof shown)[number]) => {
    setMoving(placeKey(place));
    await moveThere(place, (...to) => onMove(belonging, ...to));
    setMoving(null);
  };
  return shown.map(({ place, entries: belonging }, at) => {
    const { text, press } = textsOf(place, belonging.length);
    const Icon = place.folder ? FolderInput : FolderPlus;
    return (
      <div key={placeKey(place)} className={classes.offer}>
        <Icon size={22} className={classes.icon} aria-hidden="true" />
        <p className={classes.text}>{text}</p>
        <Button
          size="sm"
          loading={moving === placeKey(place)}
          disabled={moving !== null}
          onClick={() => void move({ place, entries: belonging })}
        >
          {press}
        </Button>
        {at === 0 && <CloseButton aria-label={t('places.away')} onClick={() => setAway(true)} />}
      </div>
    );
  });
};
