import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';
import { Past } from '../../features/audit/past/past';
import { useThen } from '../../features/audit/past/use-then';
import { PastChat } from '../../features/chat/past/past-chat';
import { FormerAttachmentDialog } from '../../features/files/past/former-attachment.dialog';
import { formerConversation } from '../../features/chat/past/past-chat.queries';
import { offers } from '../../platform/guards';
import { NEVER, type Then } from '../../platform/past/then';
import { NotFound } from '../../ui/screens';

type Props = {
  readonly user: Me;
  readonly conversationId: string;
  readonly at: string;
  readonly as: string | undefined;
};

/** A conversation, and those beside it, as of an instant. */
export const PastChatScreen = ({ user, conversationId, at, as }: Props) => {
  const navigate = useNavigate();
  const thing = { resource_type: 'conversation', resource_id: conversationId } as const;
  const known = useThen(thing, at, as);
  const { then } = known;
  const { data, isError: isLost } = useQuery({
    ...formerConversation(conversationId, then ?? NEVER),
    enabled: then !== null,
  });
  if (!offers(user, 'audit')) return <NotFound />;
  const open = (search: Partial<Then>, replace: boolean) =>
    void navigate({ to: '/chat/$conversationId', params: { conversationId }, search, replace });
  return (
    <Past
      {...{ user, thing }}
      {...known}
      clientId={null}
      stand={data?.at}
      isLost={isLost}
      // a step is no place to go back to
      onGo={(next) => open(next, true)}
      onLeave={() => open({}, false)}
    >
      {(shown) => (
        <PastChat
          {...{ user, conversationId }}
          then={shown}
          lookAt={(id, onClose) => <FormerAttachmentDialog key={id} id={id} then={shown} onClose={onClose} />}
        />
      )}
    </Past>
  );
};
