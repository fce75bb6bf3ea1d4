import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { CloudOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { MIME_TYPES, type File, type FolderTree } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Notice } from '../../../ui/notice';
import { Waiting } from '../../../ui/screens';
import { client } from '../../companies/companies.queries';
import { monthIn } from '../months';
import { ArchiveView } from './archive-view';
import { ImageView } from './image-view';
import { PartHead } from './inside/part-head';
import { PartsList } from './inside/parts-list';
import { savingPart, type PartRef } from './inside/parts.queries';
import { Icon } from './preview-bar';
import { lookAt, type Look } from './preview.queries';
import { ReadAgain, ReadAgainNote } from './read-again';
import { SheetsView } from './tables/sheets-view';
import { TableView } from './tables/table-view';
import { TextView } from './text-view';
import { Unshown } from './unshown';
import type { Swipe } from './use-swipe';
import { useViewing, type Viewing } from './use-viewing';
import classes from './preview.module.css';

const InvoiceView = lazy(() => import('./invoice/invoice-view').then((module) => ({ default: module.InvoiceView })));
const PdfView = lazy(() => import('./pdf-view').then((module) => ({ default: module.PdfView })));

type Props = {
  readonly file: File;
  readonly clientId: string;
  readonly path: readonly FolderTree[];
  readonly swipe: Swipe;
  readonly onDownload: () => void;
  /** Absent where archives are not unpacked. */
  readonly onUnpack?: (() => void) | undefined;
};

/** What is in the file, as it can best be looked at. */
export const PreviewContent = (props: Props) => {
  const { file, swipe } = props;
  const { t } = useTranslation();
  const sentence = useSentence();
  const [part, setPart] = useState<PartRef | null>(null);
  const { mutate: save } = useMutation(savingPart(file.id));
  const { data, error, refetch } = useQuery(lookAt(file.id, part?.number));
  const isPicture = data?.kind === 'pdf' || data?.kind === 'image';
  const view = useViewing(isPicture);
  const { viewing } = view;
  // what is wider than the screen is moved by a finger, not left by it
  const isWide = viewing.zoom > 1 || data?.kind === 'table';
  return (
    <div className={classes.stage}>
      <div
        className={classes.scroller}
        data-zoomed={isWide || undefined}
        role="region"
        aria-label={t('preview.content')}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll what is in it
        tabIndex={0}
        data-autofocus
        {...(!isWide && swipe)}
      >
        {part && (
          <PartHead
            part={part}
            name={file.name ?? t('files.erased')}
            onBack={() => setPart(null)}
            onSave={() => save(part.number)}
          />
        )}
        {data?.canReadAgain && data.kind !== 'none' && <ReadAgainNote fileId={file.id} onDone={() => void refetch()} />}
        {!part && <PartsList file={file} kind={data?.kind} onOpen={setPart} />}
        {!data && !error && <Waiting />}
        {error && (
          <Notice icon={CloudOff} title={t('preview.failed')} text={sentence(error)}>
            <Button onClick={() => void refetch()}>{t('screens.again')}</Button>
          </Notice>
        )}
        {data && (
          <Suspense fallback={<Waiting />}>
            <Shown
              {...props}
              {...(part && { file: { ...file, name: part.name, mime_type: part.mime_type } })}
              {...(part && { onDownload: () => save(part.number) })}
              look={data}
              viewing={viewing}
              onReadAgain={() => void refetch()}
              onPart={setPart}
            />
          </Suspense>
        )}
      </div>
      {isPicture && <Tools {...view} />}
    </div>
  );
};

type ToolsProps = ReturnType<typeof useViewing>;
const Tools = ({ viewing, larger, smaller, turn }: ToolsProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('preview.view')}>
      <Icon label={t('preview.smaller')} icon={ZoomOut} onClick={smaller} />
      <span className={classes.zoom}>{t('preview.zoom', { percent: Math.round(viewing.zoom * 100) })}</span>
      <Icon label={t('preview.larger')} icon={ZoomIn} onClick={larger} />
      <Icon label={t('preview.turn')} icon={RotateCw} onClick={turn} />
    </div>
  );
};

type ShownProps = Omit<Props, 'swipe' | 'onDownload'> & {
  readonly look: Look;
  readonly viewing: Viewing;
  readonly onDownload?: (() => void) | undefined;
  readonly onReadAgain: () => void;
  readonly onPart: (part: PartRef) => void;
};

/** Why a document is not shown by its text. */
const FAULTS = { encrypted: 'preview.locked', damaged: 'preview.damaged', too_large: 'preview.tooLarge' } as const;

const textOf = ({ why, canReadAgain }: Look) => {
  if (canReadAgain) return 'preview.readAgainText';
  return why === null ? 'preview.none' : FAULTS[why];
};

/** A document by its kind. */
export const Shown = (props: ShownProps) => {
  const { file, clientId, path, look, viewing, onDownload, onUnpack, onReadAgain, onPart } = props;
  const { t } = useTranslation();
  const { kind, bytes, isCut } = look;
  const cui = useQuery({ ...client(clientId), enabled: kind === 'invoice' }).data?.client.cui ?? null;
  const name = file.name ?? t('files.erased');
  switch (kind) {
    case 'pdf':
      return <PdfView bytes={bytes} viewing={viewing} onDownload={onDownload} />;
    case 'image':
      return (
        <ImageView bytes={bytes} mimeType={file.mime_type} name={name} viewing={viewing} onDownload={onDownload} />
      );
    case 'text':
      return <TextView bytes={bytes} isCut={isCut} mimeType={file.mime_type} />;
    case 'table':
      return file.mime_type === MIME_TYPES.csv ? (
        <TableView bytes={bytes} isCut={isCut} />
      ) : (
        <SheetsView bytes={bytes} isCut={isCut} />
      );
    case 'invoice': {
      const month = path.flatMap((folder) => monthIn(folder) ?? []).at(-1) ?? null;
      return <InvoiceView bytes={bytes} isCut={isCut} place={{ clientCui: cui, month }} />;
    }
    case 'archive':
      return <ArchiveView fileId={file.id} onUnpack={onUnpack} onPart={onPart} />;
    case 'none':
      return (
        <Unshown text={t(textOf(look))} onDownload={onDownload}>
          {look.canReadAgain && <ReadAgain fileId={file.id} onDone={onReadAgain} />}
        </Unshown>
      );
  }
};
