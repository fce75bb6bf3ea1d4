import { evolve, ofClient, ofInstallation, type Belonging, type Decider, type Message } from '@dosar/kernel';
import { someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES, type ConversationKind } from '@dosar/contracts';
import { reads } from './audit/reads.decider';
import { conversation } from './conversations/conversation.decider';
import { message } from './conversations/message.decider';
import { reader, type ReaderCommand, type ReaderState } from './conversations/reader.decider';
import type { ReaderEvent } from './conversations/reader.events';
import { bulk } from './files/bulk.decider';
import { drive } from './files/drive.decider';
import { client } from './identity/client.decider';
import { firm } from './identity/firm.decider';
import { session } from './identity/session.decider';
import { settings } from './identity/settings.decider';
import { user } from './identity/user.decider';
import type { UserEvent } from './identity/user.events';
import { inbox, type Inbox, type InboxCommand } from './notifications/inbox.decider';
import type { About, InboxEvent } from './notifications/inbox.events';
import { deleted, file, folder, processed } from './testing/drive';
import { brutaria, clientRegistered, contab, elena, firmRegistered, userRegistered } from './testing/identity';

/** What each event of a stream belongs to. */
const belongings = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  id: string,
  ...events: readonly E[]
): Belonging[] => {
  let state = decider.initial();
  return events.map((event) => {
    state = evolve(decider, state, event, someone.now);
    return decider.belongsTo(id, event, state);
  });
};

const ofClients = (...clientIds: string[]): Belonging => ({ firmId: null, clientIds });
const ofFirm = (firmId: string): Belonging => ({ firmId, clientIds: [] });

describe('what happens to a user is', () => {
  const of = (...events: UserEvent[]) => belongings(user, 'ana', ...events);
  const members = (from: string[], to: string[]): UserEvent => ({
    type: 'UserMembershipChanged',
    data: { clientIds: { from, to } },
  });
  const toRole = (
    [from, fromFirm]: ['user' | 'accountant', string | null],
    [to, toFirm]: ['user' | 'accountant' | 'admin', string | null],
  ): UserEvent => ({
    type: 'UserRoleChanged',
    data: { from, to, firmId: { from: fromFirm, to: toFirm }, assignmentsEnded: [] },
  });

  it('the company’s of a client’s user, the firm’s of an accountant, the installation’s of an administrator', () => {
    expect(of(userRegistered())).toEqual([ofClients('c-1')]);
    expect(of(userRegistered(elena))).toEqual([ofFirm('f-1')]);
    expect(of(userRegistered({ role: 'admin', clientIds: [] }))).toEqual([ofInstallation]);
  });
  it('that of all the companies of a user', () =>
    expect(of(userRegistered({ clientIds: ['c-1', 'c-2'] }))).toEqual([ofClients('c-1', 'c-2')]));
  it('where they are after a move', () =>
    expect(of(userRegistered(), members(['c-1'], ['c-2']), members(['c-2'], []))).toEqual([
      ofClients('c-1'),
      ofClients('c-2'),
      ofClients(),
    ]));
  it('theirs as after a change of role', () => {
    expect(
      of(userRegistered(), toRole(['user', null], ['accountant', 'f-1']), members(['c-1'], []), {
        type: 'UserDeactivated',
        data: {},
      }),
    ).toEqual([ofClients('c-1'), ofFirm('f-1'), ofFirm('f-1'), ofFirm('f-1')]);
    expect(of(userRegistered(elena), toRole(['accountant', 'f-1'], ['accountant', 'f-2']))).toEqual([
      ofFirm('f-1'),
      ofFirm('f-2'),
    ]);
    expect(of(userRegistered(elena), members([], ['c-1']), toRole(['accountant', 'f-1'], ['user', null]))).toEqual([
      ofFirm('f-1'),
      ofFirm('f-1'),
      ofClients('c-1'),
    ]);
    expect(of(userRegistered(), toRole(['user', null], ['admin', null]), members(['c-1'], []))).toEqual([
      ofClients('c-1'),
      ofInstallation,
      ofInstallation,
    ]);
  });
  it('whose it was, after a deletion, too', () => {
    const noted: UserEvent = { type: 'LetterSent', data: { cause: 'e-1', kind: 'reset' } };
    const gone = (role: 'user' | 'accountant', firmId: string | null, clientIds: string[]): UserEvent => ({
      type: 'UserDeleted',
      data: { role, firmId, clientIds, assignmentsEnded: [] },
    });
    expect(of(userRegistered(), gone('user', null, ['c-1']), noted)).toEqual(Array(3).fill(ofClients('c-1')));
    expect(of(userRegistered(elena), gone('accountant', 'f-1', []), noted)).toEqual(Array(3).fill(ofFirm('f-1')));
  });
  it('the same for what changes nothing about where they belong', () =>
    expect(
      of(
        userRegistered(),
        { type: 'UserInvited', data: { name: null, email: null, language: 'ro', requestId: 'r' } },
        { type: 'InvitationLinkShown', data: {} },
        { type: 'PasswordChanged', data: { credentialId: 'cr', by: 'self' } },
        { type: 'TwoStepEnabled', data: { method: 'totp' } },
        { type: 'PreferencesChanged', data: { from: DEFAULT_PREFERENCES, to: DEFAULT_PREFERENCES } },
        { type: 'SignInRefused', data: { count: 1 } },
      ),
    ).toEqual(Array(7).fill(ofClients('c-1'))));
});

it('what happens in a session is its user’s', () => {
  const userId = 'ana';
  expect(
    belongings(
      session,
      's-1',
      { type: 'SignedIn', data: { userId, method: 'password', secondFactor: null, credentialId: 'cr' } },
      { type: 'SessionSeen', data: { userId, count: 1 } },
      { type: 'SignedOut', data: { userId } },
      { type: 'SessionRevoked', data: { userId, reason: 'reused' } },
    ),
  ).toEqual(Array(4).fill({ userId }));
});

it('what happens to a client is the client’s; its first and last event say of which firm', () => {
  const { firmId, cui, societate } = brutaria;
  expect(
    belongings(
      client,
      'c-1',
      clientRegistered(),
      { type: 'ClientDetailsChanged', data: {} },
      { type: 'ClientUserLinked', data: { userId: 'ana', userRevision: 0 } },
      { type: 'ClientUserUnlinked', data: { userId: 'ana', userRevision: 1 } },
      { type: 'AccountantAssigned', data: { accountantId: 'elena', userRevision: 0 } },
      { type: 'ClientDeleted', data: { firmId, cui, societate } },
      { type: 'AccountantUnassigned', data: { accountantId: 'elena' } },
    ),
  ).toEqual([
    { firmId, clientIds: ['c-1'] },
    ...Array<Belonging>(4).fill(ofClient('c-1')),
    { firmId, clientIds: ['c-1'] },
    ofClient('c-1'),
  ]);
});

it('what happens to a firm is the firm’s', () =>
  expect(
    belongings(
      firm,
      'f-1',
      firmRegistered(),
      { type: 'FirmDetailsChanged', data: {} },
      { type: 'FirmDeleted', data: { name: contab.name, cui: contab.cui } },
    ),
  ).toEqual(Array(3).fill(ofFirm('f-1'))));

it('settings are the installation’s', () =>
  expect(belongings(settings, '', { type: 'SettingsChanged', data: {} })).toEqual([ofInstallation]));

it('what happens in a drive is its client’s', () =>
  expect(
    belongings(drive, 'c-1', folder('a', 'A'), file('f', 'x.pdf'), processed('f'), deleted(file('f', 'x.pdf'), 'd')),
  ).toEqual(Array(4).fill(ofClient('c-1'))));

it('an operation is its client’s, to its end', () =>
  expect(
    belongings(
      bulk,
      'o-1',
      {
        type: 'BulkStarted',
        data: { year: 2026, clientId: 'c-1', kind: 'delete', items: [], targetId: null, processState: null },
      },
      { type: 'BulkProgressed', data: { done: 1 } },
      { type: 'BulkFinished', data: { clientId: 'c-1', status: 'completed', done: 1, failed: [] } },
    ),
  ).toEqual(Array(3).fill(ofClient('c-1'))));

describe('what happens in a conversation is', () => {
  const told = (place: { readonly clientId: string | null; readonly firmId: string | null }) => {
    const kind: ConversationKind = 'direct';
    const opened = { kind, ...place, title: null, participantIds: ['ana'] };
    const sent = { conversationId: 'd-1', ...place, senderId: 'ana', text: 'Bună', fileIds: [], quoteId: null };
    const mark = { conversationId: 'd-1', ...place, userId: 'ana', messageId: 'm-1', sentAt: 1 };
    return [
      ...belongings(
        conversation,
        'd-1',
        { type: 'ConversationOpened', data: { year: 2026, ...opened } },
        { type: 'ParticipantAdded', data: { userId: 'elena', clientRevision: null } },
      ),
      ...belongings(
        message,
        'm-1',
        { type: 'MessageSent', data: { year: 2026, ...sent } },
        {
          type: 'MessageEdited',
          data: { year: 2026, conversationId: 'd-1', number: 1, from: 'Bună', to: 'Bună ziua' },
        },
        { type: 'MessageDeleted', data: { year: 2026, conversationId: 'd-1', text: 'Bună ziua' } },
      ),
      ...belongings<ReaderState, ReaderCommand, ReaderEvent>(
        reader,
        'd-1-ana',
        { type: 'DeliveredUpTo', data: mark },
        { type: 'ReadUpTo', data: mark },
      ),
    ];
  };
  it('its client’s', () => expect(told({ clientId: 'c-1', firmId: null })).toEqual(Array(7).fill(ofClient('c-1'))));
  it('without a client the firm’s that all share, if they do', () => {
    expect(told({ clientId: null, firmId: 'f-1' })).toEqual(Array(7).fill(ofFirm('f-1')));
    expect(told({ clientId: null, firmId: null })).toEqual(Array(7).fill(ofInstallation));
  });
});

it('a read is the client’s whose the thing was, all else of reads the installation’s', () => {
  const downloaded = {
    clientId: 'c-1',
    fileId: 'f',
    year: 2026,
    folderId: null,
    name: 'x.pdf',
    version: 1,
    size: 1,
    sha256: 'x',
    range: null,
  };
  expect(
    belongings(
      reads,
      's-1',
      { type: 'FileDownloaded', data: downloaded },
      { type: 'FilePreviewed', data: downloaded },
      { type: 'FileDownloaded', data: { ...downloaded, archiveId: 'z' } },
      { type: 'AccessRefused', data: { clientId: 'c-2', count: 1, routes: [], resources: [] } },
      { type: 'AccessRefused', data: { clientId: null, count: 2, routes: [], resources: [] } },
      { type: 'AuditViewed', data: { readerId: 'u-1', clientId: 'c-1' } },
      { type: 'ViewedAs', data: { readerId: 'u-1', userId: 'ana' } },
      { type: 'AuditExported', data: { readerId: 'u-1', clientId: 'c-1', format: 'csv' } },
      { type: 'ListExported', data: { readerId: 'u-1', list: 'invoices', clientId: 'c-3', count: 1 } },
      { type: 'ListExported', data: { readerId: 'u-1', list: 'users', clientId: null, count: 1 } },
      { type: 'AlarmRaised', data: { alarm: 'downloads', userId: 'ana', files: 1, bytes: 1 } },
      { type: 'AlarmRaised', data: { alarm: 'deletions', userId: 'ana', files: 1, folders: 1, since: '' } },
    ),
  ).toEqual([
    ofClient('c-1'),
    ofClient('c-1'),
    ofClient('c-1'),
    ofClient('c-2'),
    ofInstallation,
    ofInstallation,
    ofInstallation,
    ofInstallation,
    ofClient('c-3'),
    ofInstallation,
    ofInstallation,
    ofInstallation,
  ]);
});

it('what somebody is told of is theirs', () => {
  const about = { notificationId: 'e', kind: 'message_new', actorId: 'elena', clientId: 'c-1', conversationId: 't' };
  const known = about as About;
  expect(
    belongings<Inbox, InboxCommand, InboxEvent>(
      inbox,
      'ana',
      {
        type: 'NotificationRaised',
        data: { ...known, subjectId: 'm', windowId: null, number: 1, inApp: true, email: true },
      },
      { type: 'DigestSent', data: { notificationIds: ['e'] } },
      { type: 'NotificationRead', data: known },
      { type: 'AllNotificationsRead', data: { upTo: 'e' } },
      { type: 'NotificationDeleted', data: known },
    ),
  ).toEqual(Array(5).fill({ userId: 'ana' }));
});
