import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { FolderInput, FolderPlus } from 'lucide-react';
import type { File, RepeatedFile } from '@dosar/contracts';
import { Message } from '../../../ui/message';
import { pathTo, tree } from '../files.queries';
import { useRootName } from '../tree/root-name';
import { repeatedIn } from './fields.queries';
import { useDocumentPlaces, useMovingThere, usePlaceTexts, type MoveTo } from './use-document-places';
import classes from './fields.module.css';

type Props = {
  readonly file: File;
  /** Absent for whoever may not move it. */
  readonly onMove?: MoveTo | undefined;
};

/** What follows from what a document says: where it belongs, and that it is there more than once. */
export const KnownOf = ({ file, onMove }: Props) => {
  const { t } = useTranslation();
  const [isMoving, setMoving] = useState(false);
  const place = useDocumentPlaces(file.client_id, [file])(file);
  const { data } = useQuery({ ...repeatedIn(file.client_id, file.folder_id), enabled: file.fields !== null });
  const others = data?.repeated.find(({ id }) => id === file.id)?.others ?? [];
  const moveThere = useMovingThere(file.client_id);
  const textsOf = usePlaceTexts();
  const said = place && textsOf(place);
  const move = async () => {
    setMoving(true);
    if (place && onMove) await moveThere(place, onMove);
    setMoving(false);
  };
  return (
    <>
      {others.length > 0 && (
        <Message tone="warning">
          {t('repeated.text')} <Others file={file} others={others} />
        </Message>
      )}
      {said && onMove && (
        <div className={classes.place}>
          <span>{said.text}</span>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={place?.folder ? <FolderInput size={15} /> : <FolderPlus size={15} />}
            loading={isMoving}
            onClick={() => void move()}
          >
            {said.press}
          </Button>
        </div>
      )}
    </>
  );
};

const Others = ({ file: { client_id: clientId }, others }: Pick<Props, 'file'> & Pick<RepeatedFile, 'others'>) => {
  const { t } = useTranslation();
  const root = useRootName();
  const folders = useQuery(tree(clientId)).data?.tree ?? [];
  const pathOf = (folderId: string | null) =>
    [root, ...((folderId && pathTo(folders, folderId)) || []).map(({ name }) => name ?? '')]
      .filter(Boolean)
      .join(' / ');
  return (
    <ul className={classes.others}>
      {others.map(({ id, name, folder_id: folderId, issuer_by: by }) => (
        <li key={id}>
          {folderId === null ? (
            <Link to="/files" search={{ clientId, file: id }}>
              {name ?? t('files.erased')}
            </Link>
          ) : (
            <Link to="/files/$folderId" params={{ folderId }} search={{ file: id }}>
              {name ?? t('files.erased')}
            </Link>
          )}{' '}
          <small>{[pathOf(folderId), t(`repeated.by.${by}`)].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
};
