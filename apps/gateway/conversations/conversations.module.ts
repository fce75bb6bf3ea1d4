import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { changedConversations } from './changed-conversations.announcer';
import { conversation } from './conversation.audience';
import { ConversationsController } from './conversations.controller';
import { MarkReadHandler, OpenConversationHandler } from './conversations.handler';
import { GetConversationHandler, ListConversationsHandler } from './conversations.query';
import { Delivered } from './delivered.listener';
import { Marks } from './marks';
import { movedMarks } from './marks.announcer';
import { toldMessages } from './messages.announcer';
import { DeleteMessageHandler, EditMessageHandler, SendMessageHandler } from './messages.handler';
import { ListEditsHandler, ListMessagesHandler } from './messages.query';
import { MissingConversations } from './missing-conversations.job';
import { PresenceOfDevice } from './presence.listener';
import { Talks } from './talks';
import { Typing } from './typing.listener';

@Module({
  controllers: [ConversationsController],
  providers: [
    MissingConversations,
    Talks,
    Marks,
    Typing,
    Delivered,
    PresenceOfDevice,
    OpenConversationHandler,
    MarkReadHandler,
    SendMessageHandler,
    EditMessageHandler,
    DeleteMessageHandler,
    ListConversationsHandler,
    GetConversationHandler,
    ListMessagesHandler,
    ListEditsHandler,
  ],
})
class ConversationsModule {}

/** What people say to each other, and how far they have read it. */
export const conversations: GatewayContext = {
  module: ConversationsModule,
  announcers: [changedConversations, toldMessages, movedMarks],
  audiences: [conversation],
  listeners: [Typing, Delivered, PresenceOfDevice],
  jobs: [MissingConversations],
};
