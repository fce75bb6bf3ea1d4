import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { ArrowLeft, Download } from 'lucide-react';
import { filesApi, foldersApi, messagesApi, searchApi, type File, type Message } from '@dosar/contracts';
import { download } from '../../platform/downloads/download';
import { useSentence } from '../../platform/faults';
import { momentOf, sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { reading, writing } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import { TryAgain } from '../../ui/faults/try-again';
import { PersonRow, PersonRows } from '../../ui/forms/person-rows';
import { SearchInput } from '../../ui/search-input';

type Place = { readonly id: string; readonly name: string | null };

const downloading = writing(filesApi.download, {
  input: (id: string) => ({ params: { id } }),
  touches: ({ url }) => download(url),
  failure: 'chat.failedDownload',
});

type Props = { readonly client: Place; readonly onBack: () => void };

/** What an auditor sees of a client: the documents and the conversation, as of the end of the period. */
export const SeenClient = ({ client, onBack }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <Button variant="subtle" size="compact-sm" leftSection={<ArrowLeft size={15} />} onClick={onBack}>
          {t('auditors.clientsSeen')}
        </Button>
      </div>
      <Documents client={client} />
      <Conversation clientId={client.id} />
    </>
  );
};

const Documents = ({ client }: { readonly client: Place }) => {
  const { t } = useTranslation();
  const [path, setPath] = useState<readonly Place[]>([]);
  const [sought, setSought] = useState('');
  const folder = path.at(-1);
  const name = [client, ...path].map((each) => each.name ?? '').join(' / ');
  return (
    <Card
      title={t('auditors.documents')}
      text={name}
      actions={
        folder && (
          <Button variant="default" size="compact-sm" onClick={() => setPath(path.slice(0, -1))}>
            {t('auditors.up')}
          </Button>
        )
      }
    >
      <SearchInput label={t('auditors.search')} q={sought} onSearch={setSought} />
      {sought === '' ? (
        <Folder clientId={client.id} folderId={folder?.id} onOpen={(each) => setPath([...path, each])} />
      ) : (
        <Found clientId={client.id} q={sought} />
      )}
    </Card>
  );
};

type FolderProps = {
  readonly clientId: string;
  readonly folderId: string | undefined;
  readonly onOpen: (folder: Place) => void;
};

const Folder = ({ clientId, folderId, onOpen }: FolderProps) => {
  const { t } = useTranslation();
  const below = folderId === undefined ? {} : { parentFolderId: folderId };
  const inside = folderId === undefined ? {} : { folderId };
  const folders = useQuery(reading(foldersApi.list, { query: { clientId, ...below } }));
  const files = useQuery(reading(filesApi.list, { query: { clientId, ...inside } }));
  const error = folders.error ?? files.error;
  if (error) return <Failed error={error} onAgain={() => void Promise.all([folders.refetch(), files.refetch()])} />;
  if (!folders.data || !files.data) return <Skeleton height={80} radius="md" />;
  return (
    <PersonRows isEmpty={folders.data.folders.length + files.data.files.length === 0} empty={t('auditors.emptyFolder')}>
      {folders.data.folders.map((each) => (
        <PersonRow
          key={each.id}
          name={each.name ?? ''}
          detail={t('auditors.folder')}
          action={
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('auditors.openOf', { name: each.name })}
              onClick={() => onOpen(each)}
            >
              {t('auditors.open')}
            </Button>
          }
        />
      ))}
      {files.data.files.map((each) => (
        <FileRow key={each.id} file={each} />
      ))}
    </PersonRows>
  );
};

const FileRow = ({ file }: { readonly file: File }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { mutate } = useMutation(downloading);
  const { id, name, size, modified_at } = file;
  return (
    <PersonRow
      name={name ?? ''}
      detail={`${sizeOf(size, language)} · ${momentOf(modified_at)}`}
      action={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Download size={15} />}
          aria-label={t('auditors.downloadOf', { name })}
          onClick={() => mutate(id)}
        >
          {t('auditors.download')}
        </Button>
      }
    />
  );
};

const Found = ({ clientId, q }: { readonly clientId: string; readonly q: string }) => {
  const { t } = useTranslation();
  const query = { q, client_id: clientId, types: 'files', pageSize: 50 } as const;
  const { data, error, refetch } = useQuery(reading(searchApi.search, { query }));
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton height={80} radius="md" />;
  return (
    <>
      <p>{t('auditors.leftOut')}</p>
      <PersonRows isEmpty={data.results.length === 0} empty={t('words.nothing')}>
        {data.results.flatMap(({ file }) => (file ? <FileRow key={file.id} file={file} /> : []))}
      </PersonRows>
    </>
  );
};

const Conversation = ({ clientId }: { readonly clientId: string }) => {
  const { t } = useTranslation();
  const [before, setBefore] = useState<string | undefined>(undefined);
  const query = before === undefined ? {} : { before };
  const { data, error, refetch } = useQuery(reading(messagesApi.list, { params: { id: clientId }, query }));
  const first = data?.messages[0];
  return (
    <Card
      title={t('auditors.conversation')}
      actions={
        before !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => setBefore(undefined)}>
            {t('auditors.newest')}
          </Button>
        )
      }
    >
      {error && <Failed error={error} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} radius="md" />}
      {data?.has_more_before && first && (
        <Button variant="subtle" size="compact-sm" onClick={() => setBefore(first.id)}>
          {t('auditors.older')}
        </Button>
      )}
      {data && (
        <PersonRows isEmpty={data.messages.length === 0} empty={t('auditors.nothingSaid')}>
          {data.messages.map((each) => (
            <MessageRow key={each.id} message={each} />
          ))}
        </PersonRows>
      )}
    </Card>
  );
};

const MessageRow = ({ message }: { readonly message: Message }) => {
  const { t } = useTranslation();
  const { text, sender_name, created_at, deleted, attachments } = message;
  const named = attachments.map(({ name }) => name ?? '').join(', ');
  const said = deleted ? t('auditors.deletedMessage') : [text, named].filter(Boolean).join(' · ');
  return <PersonRow name={said} detail={`${sender_name ?? ''} · ${momentOf(created_at)}`} />;
};

const Failed = ({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) => {
  const sentence = useSentence();
  return (
    <p>
      {sentence(error)} <TryAgain error={error} size="compact-sm" variant="subtle" onAgain={onAgain} />
    </p>
  );
};
