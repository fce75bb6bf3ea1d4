import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useParams, useSearch } from '@tanstack/react-router';
import { conversation } from '../../../../features/chat/chat.queries';
import { ChatScreen } from '../../../../features/chat/chat.screen';
import { useOpenedClient } from '../../../../features/companies/choice/chosen-client';
import { PastConversationPage } from '../../../past/past';
import { mustOffer } from '../../../../platform/guards';
import { PreviewPlace, type FilesToLookAt } from '../../../../ui/dialogs/preview-place';

/** What looks at a file is loaded when somebody looks at one. */
const FilesLook = lazy(() =>
  import('../../../../features/files/preview/files-look').then((module) => ({ default: module.FilesLook })),
);

const Chat = () => {
  const { user } = Route.useRouteContext();
  const { conversationId } = useParams({ strict: false });
  const { message, file, look, at, as } = useSearch({ strict: false });
  const isLooking = look !== undefined;
  const opened = useQuery({ ...conversation(conversationId ?? ''), enabled: conversationId !== undefined });
  useOpenedClient(user, conversationId === undefined ? null : opened.data?.conversation.client?.id);
  if (conversationId !== undefined && at !== undefined)
    return <PastConversationPage {...{ user, conversationId, at, as }} />;
  const preview = (files: FilesToLookAt) =>
    isLooking && (
      <Suspense>
        <FilesLook {...files} />
      </Suspense>
    );
  return (
    <PreviewPlace value={preview}>
      <ChatScreen user={user} conversationId={conversationId} messageId={message} fileId={file} />
    </PreviewPlace>
  );
};

export const Route = createFileRoute('/_app/chat')({
  beforeLoad: ({ context: { user } }) => mustOffer('chat', user),
  component: Chat,
});
