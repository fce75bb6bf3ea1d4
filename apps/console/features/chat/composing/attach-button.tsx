import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Menu } from '@mantine/core';
import { Files, Paperclip, Upload } from 'lucide-react';
import type { Conversation } from '@dosar/contracts';
import { FilePickerDialog } from './file-picker.dialog';
import type { Attachments } from './use-attachments';
import { useUnfinishedState } from '../../../ui/forms/unfinished';

type Props = {
  readonly talk: Pick<Conversation, 'client' | 'participants'>;
  readonly myId: string;
  readonly attachments: Attachments;
};

/** Files for a message: from where one sits, or from what the client has already. */
export const AttachButton = ({ talk, myId, attachments: { add, addThere } }: Props) => {
  const { t } = useTranslation();
  const clientId = talk.client?.id ?? null;
  // the client's documents are their own to a user of it
  const isOwn = talk.participants.some(({ id, role }) => id === myId && role === 'user');
  const there = t(isOwn ? 'chat.attachOwn' : 'chat.attachThere');
  const input = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useUnfinishedState('attaching', false);
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            radius="md"
            aria-label={t('chat.attach')}
            title={t('chat.attach')}
          >
            <Paperclip size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Upload size={16} />} onClick={() => input.current?.click()}>
            {t('chat.attachNew')}
          </Menu.Item>
          <Menu.Item leftSection={<Files size={16} />} onClick={() => setPicking(true)}>
            {there}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {isPicking && clientId !== null && (
        <FilePickerDialog
          clientId={clientId}
          title={there}
          action={t('chat.attachChosen')}
          onChoose={addThere}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
};
