import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { File } from '@dosar/contracts';
import { monthNameOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { newDeed } from '../../../platform/send';
import { useStore } from '../../../platform/storage/store';
import { client } from '../../companies/companies.queries';
import { filesWritings } from '../files.mutations';
import { tree } from '../files.queries';
import { leavesOut } from '../tree/large-tree';
import { madeFor, monthsIn, placeOf, type Place } from './places';

/** Where documents of a client belong that lie elsewhere. */
export const useDocumentPlaces = (clientId: string, files: readonly File[]): ((file: File) => Place | null) => {
  const isAsked = files.some(({ fields, process_state: state }) => fields !== null && state === 'new');
  const { data } = useQuery({ ...client(clientId), enabled: isAsked });
  const folders = useQuery(tree(clientId)).data?.tree;
  const months = useMemo(() => monthsIn(folders ?? []), [folders]);
  const cui = data?.client.cui ?? null;
  // of what was not read nobody knows whether it is there
  const isRead = folders !== undefined && !leavesOut(folders);
  return (file) => {
    const place = placeOf(months, file, cui);
    if (place?.folder) return place.folder.folderId === file.folder_id ? null : place;
    return isRead ? place : null;
  };
};

/** Where something is moved, and the deed that it is a part of. */
export type MoveTo = (folderId: string, name: string, deed?: string) => Promise<unknown>;

/** Moves to a place; its folder is made first, with those of the year, where it is not there: one deed, undone at once. */
export const useMovingThere = (clientId: string) => {
  const { mutateAsync: make } = useMutation(filesWritings(clientId).createStructure);
  return async (place: Place, move: MoveTo): Promise<void> => {
    if (place.folder) return void (await move(place.folder.folderId, place.folder.name));
    const deed = newDeed();
    const year = Number(place.month.slice(0, 4));
    // why it failed is told by the writing
    const made = await make({ parentId: null, year, deed }).catch(() => null);
    const folder = made && madeFor(place, made.folders);
    if (folder) await move(folder.folderId, folder.name, deed);
  };
};

/** What is said of the place of so many documents, and of the press that takes them there. */
export const usePlaceTexts = () => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return ({ month, folder }: Place, count?: number) => {
    const name = folder?.name ?? monthNameOf(new Date(`${month}-15T12:00:00Z`), language);
    if (count === undefined)
      return folder
        ? { text: t('places.belongs', { folder: name }), press: t('places.move') }
        : { text: t('places.isOf', { month: name }), press: t('places.make') };
    return folder
      ? { text: t('places.belong', { count, folder: name }), press: t('places.move') }
      : { text: t('places.areOf', { count, month: name }), press: t('places.make') };
  };
};
