import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { ArrowLeft, ArrowRight, RotateCcw, RotateCw, Scissors, Trash2, type LucideIcon } from 'lucide-react';
import { FILE_LIMITS, type File } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { documentsOf, isName, arrangedName, requestOf, arrangedPagesOf, type ArrangedPage } from './arranged';
import { PageCard } from './page-card';
import { useArranging } from './use-arranging';
import { useSheets, type SheetCommand } from './use-sheets';
import { Unopened, useSources, type Source } from './use-sources';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './pages.module.css';

type Props = {
  readonly clientId: string;
  readonly folderId: string | null;
  readonly files: readonly File[];
  readonly onClose: () => void;
};

/** Makes new documents of the pages of these files; the files stay as they are. */
export const PagesDialog = (props: Props) => {
  const { files, onClose } = props;
  const { t } = useTranslation();
  const { sources, error } = useSources(files);
  return (
    <Dialog onClose={onClose} title={t('arranging.title')} size="xl">
      <div className={classes.dialog}>
        {!sources && !error && <Waiting />}
        {error && <Failure error={error} />}
        {sources ? (
          <Arranging {...props} sources={sources} />
        ) : (
          <DialogFooter cancel={t('parts.close')} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
};

const Arranging = ({
  clientId,
  folderId,
  files,
  sources,
  onClose,
}: Props & { readonly sources: readonly Source[] }) => {
  const { t } = useTranslation();
  const { sheets, chosen, reached, over, run, handlers } = useSheets(arrangedPagesOf(sources));
  const [named, setNamed] = useUnfinishedState<ReadonlyMap<string, string>>('names', new Map());
  const arrange = useArranging(clientId);
  const { mutate, isPending, error } = useMutation({ mutationFn: arrange, onSuccess: onClose });
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const sourceOf = new Map(sources.map((source) => [source.id, source]));
  const titleOf = (id: string) => fileOf.get(id)?.name ?? t('files.erased');
  const documents = documentsOf(sheets);
  // a name that was typed belongs to the page with which its document begins
  const names = documents.map(
    ([first], at) => named.get(first!.key) ?? arrangedName(titleOf(first!.fileId), at, documents.length),
  );
  const request = requestOf(sheets, names);
  const isTooMany = documents.length > FILE_LIMITS.pageDocuments || request.pages.length > FILE_LIMITS.pageRuns;
  const cardOf = (sheet: ArrangedPage) => (
    <PageCard
      key={sheet.key}
      {...handlers}
      sheet={sheet}
      source={sourceOf.get(sheet.fileId)!}
      name={titleOf(sheet.fileId)}
      place={sheets.indexOf(sheet) + 1}
      isChosen={chosen.has(sheet.key)}
      isOver={over === sheet.key}
      isReached={reached === sheet.key}
    />
  );
  const total = sources.reduce((sum, { pages }) => sum + pages, 0);
  return (
    <>
      <Bar chosen={chosen.size} onRun={run} />
      <div className={classes.pages} role="group" aria-label={t('arranging.pages')}>
        {documents.map((document, at) => (
          <NewDocument
            key={document[0]!.key}
            document={document}
            name={names[at]!}
            onName={(name) => setNamed(new Map(named).set(document[0]!.key, name))}
            cardOf={cardOf}
          />
        ))}
      </div>
      <Notes total={total} isTooMany={isTooMany} error={isPending ? null : error} />
      <DialogFooter
        action={t('arranging.make', { count: documents.length })}
        isPending={isPending}
        isDisabled={sheets.length === 0 || isTooMany || !names.every(isName)}
        onAction={() => mutate({ folderId, ...request })}
        onClose={onClose}
      />
    </>
  );
};

type NotesProps = { readonly total: number; readonly isTooMany: boolean; readonly error: Error | null };

/** What stays, and what stands in the way. */
const Notes = ({ total, isTooMany, error }: NotesProps) => {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.kept}>{t('arranging.kept')}</p>
      {total > FILE_LIMITS.pages && (
        <Message tone="warning">{t('arranging.most', { most: FILE_LIMITS.pages, total })}</Message>
      )}
      {isTooMany && <Message tone="error">{t('arranging.tooMany', { most: FILE_LIMITS.pageDocuments })}</Message>}
      {error && <Failure error={error} />}
    </>
  );
};

type NewDocumentProps = {
  readonly document: readonly ArrangedPage[];
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly cardOf: (sheet: ArrangedPage) => ReactNode;
};

/** What a new document is called, and its pages. */
const NewDocument = ({ document, name, onName, cardOf }: NewDocumentProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.document}>
      <TextInput
        size="xs"
        label={t('arranging.name', { count: document.length })}
        value={name}
        error={isName(name) ? null : t('arranging.nameNeeded')}
        onChange={({ currentTarget: { value } }) => onName(value)}
      />
      <div className={classes.sheets} role="listbox" aria-multiselectable aria-label={t('arranging.pagesOf', { name })}>
        {document.map(cardOf)}
      </div>
    </div>
  );
};

const TOOLS: readonly (readonly [SheetCommand, LucideIcon])[] = [
  ['left', RotateCcw],
  ['right', RotateCw],
  ['earlier', ArrowLeft],
  ['later', ArrowRight],
  ['split', Scissors],
  ['remove', Trash2],
];

/** What is done with the pages that are chosen. */
const Bar = ({ chosen, onRun }: { readonly chosen: number; readonly onRun: (command: SheetCommand) => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('arranging.tools')}>
      <span className={classes.chosen} role="status">
        {chosen === 0 ? t('arranging.choose') : t('arranging.chosen', { count: chosen })}
      </span>
      {TOOLS.map(([command, Icon]) => (
        <Tooltip key={command} label={t(`arranging.${command}`)}>
          <ActionIcon
            variant="subtle"
            size="lg"
            color={command === 'remove' ? 'red' : 'gray'}
            aria-label={t(`arranging.${command}`)}
            disabled={chosen === 0}
            onClick={() => onRun(command)}
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
};

/** Why nothing can be made, and of which file. */
const Failure = ({ error }: { readonly error: Error }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const reasons = error instanceof Refused ? Object.values(error.problem.fields ?? {}) : [];
  if (error instanceof Unopened)
    return <Message tone="error">{t(`arranging.faults.${error.why}`, { name: error.file.name })}</Message>;
  return (
    <Message tone="error">
      {sentence(error)}
      {reasons.map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
    </Message>
  );
};
