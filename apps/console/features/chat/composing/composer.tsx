import { type ClipboardEvent, type DragEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { Paperclip, Pencil, Reply, RotateCcw, SendHorizontal, X } from 'lucide-react';
import { MESSAGE_LIMITS } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { namedPasted } from '../../../platform/pasted';
import { isGone } from '../../../platform/queries';
import { Message } from '../../../ui/message';
import { AttachButton } from './attach-button';
import { EmojiButton } from './emoji-button';
import { EnterKey } from './enter-key';
import { MessageBox } from './message-box';
import type { Aim } from '../messages/use-aim';
import type { Attached } from './attached-files';
import { useComposing, type Composed } from './use-composing';
import { useConversationNames } from '../conversations/conversation-names';
import classes from './composer.module.css';

type Props = Composed & { readonly myId: string; readonly box: RefObject<HTMLTextAreaElement | null> };

/** A table or a text that is copied comes with a picture of itself. */
const isText = (data: DataTransfer | null): boolean =>
  data !== null && data.types.includes('text/html') && data.getData('text/plain') !== '';

/** What is written, and sent by a key or the button: a new message, or another text of an own one. */
export const Composer = ({ myId, box, ...props }: Props) => {
  const { talk, aim, attachments, onDrop } = props;
  const { t } = useTranslation();
  const { text, submit, over, takesFiles, attached, ...composing } = useComposing(props);
  const people = talk.participants.flatMap(({ id, name }) => (id === myId || name === null ? [] : { id, name }));
  const insert = (emoji: string) => {
    const field = box.current!;
    field.setRangeText(emoji, field.selectionStart, field.selectionEnd, 'end');
    composing.write(field.value);
    field.focus();
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const brought = [...(data?.files ?? [])];
    const isPasted = event.type === 'paste';
    if (brought.length === 0 || !takesFiles || (isPasted && isText(data))) return;
    event.preventDefault();
    attachments.add(isPasted ? brought.map((file) => namedPasted(file, t)) : brought);
  };
  /** The button is gone with that: the focus goes on where one writes. */
  const then = (work: (key: string) => void) => (key: string) => {
    work(key);
    box.current?.focus();
  };
  return (
    <form
      className={classes.composer}
      data-composer
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
      onDragOver={(event) => takesFiles && event.preventDefault()}
    >
      {aim && <AimLine aim={aim} onCancel={() => onDrop(aim)} />}
      {attached.length > 0 && (
        <Attachments attached={attached} onRemove={then(attachments.remove)} onAgain={then(attachments.again)} />
      )}
      {attached.some(({ error }) => error !== null) && <Message tone="warning">{t('chat.failedFiles')}</Message>}
      {takesFiles && <TooMany count={attachments.tooMany} />}
      <div className={classes.line}>
        {takesFiles && <AttachButton {...{ talk, myId, attachments }} />}
        <EmojiButton onChoose={insert} />
        <MessageBox
          box={box}
          text={text}
          aim={aim}
          error={over > 0 ? t('chat.tooLong', { count: over }) : undefined}
          people={people}
          onWrite={composing.write}
          onSend={submit}
          onEscape={() => onDrop(aim)}
          onLeave={composing.leave}
        />
        <SendButton isEdit={aim?.kind === 'edit'} canSend={composing.canSend} isPending={composing.isPending} />
      </div>
      <EnterKey onChosen={() => box.current?.focus()} />
    </form>
  );
};

const TooMany = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation();
  if (count === 0) return null;
  return <Message tone="warning">{t('chat.tooManyFiles', { count, max: MESSAGE_LIMITS.attachments })}</Message>;
};

type SendProps = { readonly isEdit: boolean; readonly canSend: boolean; readonly isPending: boolean };

const SendButton = ({ isEdit, canSend, isPending }: SendProps) => {
  const { t } = useTranslation();
  return (
    <ActionIcon
      type="submit"
      size={36}
      radius="md"
      aria-label={isEdit ? t('chat.save') : t('chat.send')}
      title={t('chat.send')}
      disabled={!canSend}
      loading={isPending}
    >
      <SendHorizontal size={18} />
    </ActionIcon>
  );
};

const AimLine = ({ aim, onCancel }: { readonly aim: NonNullable<Aim>; readonly onCancel: () => void }) => {
  const { t } = useTranslation();
  const { nameOf, saidIn } = useConversationNames('');
  const Icon = aim.kind === 'edit' ? Pencil : Reply;
  return (
    <div className={classes.aim}>
      <Icon size={16} aria-hidden="true" />
      <p>
        <strong>
          {aim.kind === 'edit' ? t('chat.editing') : t('chat.answering', { name: nameOf(aim.message.sender_name) })}
        </strong>
        <span>{saidIn(aim.message)}</span>
      </p>
      <ActionIcon variant="subtle" color="gray" aria-label={t('parts.cancel')} onClick={onCancel}>
        <X size={16} />
      </ActionIcon>
    </div>
  );
};

type AttachmentsProps = {
  readonly attached: readonly Attached[];
  readonly onRemove: (key: string) => void;
  readonly onAgain: (key: string) => void;
};

const Attachments = ({ attached, onRemove, onAgain }: AttachmentsProps) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const reasonOf = ({ file, error }: Pick<Attached, 'file' | 'error'>) =>
    file && isGone(error) ? t('chat.goneFile') : sentence(error);
  return (
    <ul className={classes.attached}>
      {attached.map(({ key, name, file, error }) => (
        <li key={key} data-wrong={error !== null || undefined}>
          {!file && error === null ? <Loader size={14} /> : <Paperclip size={14} aria-hidden="true" />}
          <span>{error === null ? name : `${name}: ${reasonOf({ file, error })}`}</span>
          {error !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t('chat.attachAgain', { name })}
              title={t('screens.again')}
              onClick={() => onAgain(key)}
            >
              <RotateCcw size={13} />
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t('chat.detach', { name })}
            onClick={() => onRemove(key)}
          >
            <X size={13} />
          </Button>
        </li>
      ))}
    </ul>
  );
};
