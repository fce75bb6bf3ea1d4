import { createFileRoute, useParams, useSearch } from '@tanstack/react-router';
import { ChatScreen } from '../../../../features/chat/chat.screen';
import { PastConversationPage } from '../../../past/past';
import { mustOffer } from '../../../../platform/guards';

const Chat = () => {
  const { user } = Route.useRouteContext();
  const { conversationId } = useParams({ strict: false });
  const { message, file, at, as } = useSearch({ strict: false });
  if (conversationId !== undefined && at !== undefined)
    return <PastConversationPage {...{ user, conversationId, at, as }} />;
  return <ChatScreen user={user} conversationId={conversationId} messageId={message} fileId={file} />;
};

export const Route = createFileRoute('/_app/chat')({
  beforeLoad: ({ context: { user } }) => mustOffer('chat', user),
  component: Chat,
});
