import { context } from '../platform/hosting/context';
import { changedConversations } from './changed-conversations.announcer';
import { conversation } from './conversation.audience';
import { deleteMessage } from './delete-message';
import { Delivered } from './delivered.listener';
import { editMessage } from './edit-message';
import { getConversation, listConversations } from './list-conversations';
import { listEdits, listMessages } from './list-messages';
import { markRead } from './mark-read';
import { Marks } from './marks';
import { movedMarks } from './marks.announcer';
import { messageAnnouncements } from './messages.announcer';
import { MissingConversations } from './missing-conversations.job';
import { openConversation } from './open-conversation';
import { PresenceOfDevice } from './presence.listener';
import { reactToMessage, takeReactionBack } from './react-to-message';
import { sendMessage } from './send-message';
import { ConversationsReads } from './conversations.reads';
import { Typing } from './typing.listener';

/** What people say to each other, and how far they have read it. */
export const conversations = context({
  useCases: [
    listConversations,
    getConversation,
    openConversation,
    markRead,
    listMessages,
    sendMessage,
    editMessage,
    deleteMessage,
    reactToMessage,
    takeReactionBack,
    listEdits,
  ],
  providers: [Marks],
  reads: [ConversationsReads],
  announcers: [changedConversations, messageAnnouncements, movedMarks],
  audiences: [conversation],
  listeners: [Typing, Delivered, PresenceOfDevice],
  jobs: [MissingConversations],
});
