import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { File } from '@dosar/contracts';
import { client } from '../../companies/companies.queries';
import { tree } from '../files.queries';
import { monthsIn, placeOf, type Place } from './places';

/** Where documents of a client belong that lie elsewhere. */
export const useDocumentPlaces = (clientId: string, files: readonly File[]): ((file: File) => Place | null) => {
  const isAsked = files.some(({ fields, process_state: state }) => fields !== null && state === 'new');
  const { data } = useQuery({ ...client(clientId), enabled: isAsked });
  const folders = useQuery(tree(clientId)).data?.tree;
  const months = useMemo(() => monthsIn(folders ?? []), [folders]);
  const cui = data?.client.cui ?? null;
  return (file) => {
    const place = placeOf(months, file, cui);
    return place?.folderId === file.folder_id ? null : place;
  };
};
