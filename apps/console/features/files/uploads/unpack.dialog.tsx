import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Checkbox, Progress, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ItemName, type File, type Operation } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { Message } from '../../../ui/message';
import { typedIn, usePatientForm, useRules } from '../../../ui/forms/forms';
import { pathTo, tree } from '../files.queries';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { FolderTree } from '../tree/folder-tree';
import { useUnpacking } from './use-unpacking';
import { useUnfinished, useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './unpack.dialog.module.css';

type Props = { readonly clientId: string; readonly archive: File; readonly onClose: () => void };

const Body = z.object({ name: ItemName });

/** Asks where an archive is unpacked to, and shows how far it is. */
export const UnpackDialog = ({ clientId, archive, onClose }: Props) => {
  const { t } = useTranslation();
  const { data } = useQuery(tree(clientId));
  const [chosen, setTarget] = useUnfinishedState(`to ${archive.id}`, archive.folder_id);
  const [progress, setProgress] = useState<Operation | null>(null);
  const target = chosen !== null && data && !pathTo(data.tree, chosen) ? archive.folder_id : chosen;
  const archiveName = archive.name ?? t('files.erased');
  const unpack = useUnpacking(clientId, setProgress);
  const ruled = useRules(Body);
  const form = usePatientForm({
    initialValues: { isNew: true, name: archiveName.replace(/\.zip$/i, '') },
    validate: (values) => (values.isNew ? ruled(values) : {}),
  });
  useUnfinished(`unpack ${archive.id}`, form);
  const { mutate, isPending, error } = useMutation({ mutationFn: unpack, onSuccess: onClose });
  const submit = form.onSubmit(({ isNew, name }) =>
    mutate({ fileId: archive.id, name: archiveName, targetId: target, folderName: isNew ? name : null }),
  );
  return (
    <Dialog onClose={onClose} title={t('unpacking.title', { name: archiveName })}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.tree}>
          <FolderTree
            tree={data?.tree ?? []}
            folderId={target}
            onOpen={setTarget}
            onMove={() => {}}
            onFiles={() => {}}
          />
        </div>
        <Checkbox label={t('unpacking.intoNew')} {...form.getInputProps('isNew', { type: 'checkbox' })} />
        {form.values.isNew && (
          <TextInput
            label={t('files.folderName')}
            {...form.getInputProps('name')}
            onChange={({ currentTarget }) => form.setFieldValue('name', typedIn(currentTarget))}
          />
        )}
        {error && !isPending && <Refusal error={error} />}
        {isPending && <Going operation={progress} />}
        <DialogFooter
          action={t('unpacking.unpack')}
          cancel={t(isPending ? 'parts.close' : 'parts.cancel')}
          isPending={isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
};

/** Why nothing was unpacked, and what in the archive is to blame. */
const Refusal = ({ error }: { readonly error: Error }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const reasons = error instanceof Refused ? Object.values(error.problem.fields ?? {}) : [];
  return (
    <Message tone="error">
      {sentence(error)}
      {reasons.map((reason) => (
        <div key={reason} className={classes.entry}>
          {reason}
        </div>
      ))}
      {reasons.length > 0 && <div className={classes.entry}>{t('unpacking.nothing')}</div>}
    </Message>
  );
};

const Going = ({ operation }: { readonly operation: Operation | null }) => {
  const { t } = useTranslation();
  const { done, total } = operation ?? { done: 0, total: 0 };
  return (
    <div className={classes.going}>
      <Progress
        value={total > 0 ? (100 * done) / total : 100}
        animated={done === 0}
        size={6}
        aria-label={t('unpacking.going')}
      />
      <span role="status">
        {total > 0 && done > 0 ? t('unpacking.progress', { done, count: total }) : t('unpacking.going')}
      </span>
    </div>
  );
};
