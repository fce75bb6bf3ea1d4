import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarPlus, Ellipsis, FileSpreadsheet, FolderPlus, FolderUp, Lock, Trash2, Upload } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { acceptedFiles } from '../photos/photos';
import { MonthDialog } from '../fields/month.dialog';
import { PastLink } from '../past/past-link';
import { readChosen, type Dropped } from '../uploads/dropped';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './folder-actions.module.css';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly folderId: string | null;
  /** The firm fills this folder; whoever looks at it is of the client. */
  readonly isReadOnly: boolean;
  readonly onFiles: (dropped: readonly Dropped[]) => void;
  readonly onNewFolder: () => void;
  readonly onStructure: () => void;
};

/** What can be done in a folder while nothing in it is selected. */
export const FolderActions = (props: Props) => {
  const { isReadOnly, onFiles, onNewFolder, onStructure, ...place } = props;
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles(readChosen(currentTarget.files ?? []));
    currentTarget.value = '';
  };
  if (isReadOnly)
    return (
      <div className={classes.actions}>
        <p className={classes.closed}>
          <Lock size={15} aria-hidden="true" />
          {t('files.firmOnly')}
        </p>
        <PastLink {...place} />
      </div>
    );
  return (
    <div className={classes.actions}>
      <input
        ref={files}
        type="file"
        multiple
        accept={acceptedFiles()}
        hidden
        onChange={take}
        aria-label={t('files.upload')}
      />
      <input
        ref={(input) => {
          folders.current = input;
          // not a property that React knows
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        onChange={take}
        aria-label={t('files.uploadFolder')}
      />
      <Button variant="default" className={classes.wide} leftSection={<FolderPlus size={17} />} onClick={onNewFolder}>
        {t('files.newFolder')}
      </Button>
      <Button leftSection={<Upload size={17} />} onClick={() => files.current?.click()}>
        {t('files.upload')}
      </Button>
      <MoreActions
        {...place}
        onNewFolder={onNewFolder}
        onStructure={onStructure}
        onFolders={() => folders.current?.click()}
      />
    </div>
  );
};

type MoreProps = Omit<Props, 'isReadOnly' | 'onFiles'> & { readonly onFolders: () => void };

const MoreActions = ({ onNewFolder, onStructure, onFolders, ...place }: MoreProps) => {
  const { t } = useTranslation();
  const [isMonth, setMonth] = useUnfinishedState('invoices', false);
  return (
    <>
      {isMonth && <MonthDialog clientId={place.clientId} folderId={place.folderId} onClose={() => setMonth(false)} />}
      <Menu width={250} position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('files.more')}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item className={classes.narrow} leftSection={<FolderPlus size={16} />} onClick={onNewFolder}>
            {t('files.newFolder')}
          </Menu.Item>
          <Menu.Item leftSection={<FolderUp size={16} />} onClick={onFolders}>
            {t('files.uploadFolder')}
          </Menu.Item>
          <Menu.Item leftSection={<CalendarPlus size={16} />} onClick={onStructure}>
            {t('files.structure')}
          </Menu.Item>
          <Menu.Item leftSection={<FileSpreadsheet size={16} />} onClick={() => setMonth(true)}>
            {t('month.open')}
          </Menu.Item>
          <Menu.Divider />
          <PastLink {...place} isItem />
          <Menu.Item
            leftSection={<Trash2 size={16} />}
            renderRoot={(props) => <Link to="/files/trash" search={{ clientId: place.clientId }} {...props} />}
          >
            {t('files.trash')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
};
