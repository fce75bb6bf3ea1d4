import { decides } from '@dosar/kernel/testing';
import { brutaria, clientRegistered } from '../testing/identity';
import { client } from './client.decider';
import type { ClientEvent } from './client.events';

const given = decides(client);
const { firmId, cui, societate } = brutaria;
const deleted: ClientEvent = { type: 'ClientDeleted', data: { firmId, cui, societate } };
const linked = (userRevision: number, userId = 'ana'): ClientEvent => ({
  type: 'ClientUserLinked',
  data: { userId, userRevision },
});
const unlinked = (userRevision: number): ClientEvent => ({
  type: 'ClientUserUnlinked',
  data: { userId: 'ana', userRevision },
});

describe('a client', () => {
  const register = { type: 'RegisterClient', data: brutaria } as const;
  it('is registered', () => given().when(register).then(clientRegistered()));
  it('is registered once, also when it was deleted since', () => {
    given(clientRegistered()).when(register).thenNothing();
    given(clientRegistered(), deleted).when(register).thenNothing();
  });

  it('is changed with both ends of each change', () =>
    given(clientRegistered())
      .when({ type: 'ChangeClient', data: { societate: 'Brutăria Nouă', quota: 0, cui } })
      .then({
        type: 'ClientDetailsChanged',
        data: { societate: { from: societate, to: 'Brutăria Nouă' }, quota: { from: brutaria.quota, to: 0 } },
      }));
  it('that is asked to be what it is does not change', () => {
    const { firmId: _, ...details } = brutaria;
    given(clientRegistered()).when({ type: 'ChangeClient', data: {} }).thenNothing();
    given(clientRegistered()).when({ type: 'ChangeClient', data: details }).thenNothing();
    given(clientRegistered(), { type: 'ClientDetailsChanged', data: { phone: { from: null, to: '0721123456' } } })
      .when({ type: 'ChangeClient', data: { phone: '0721123456' } })
      .thenNothing();
  });
  it('that is not there is not changed', () => {
    const change = { type: 'ChangeClient', data: { societate: 'X' } } as const;
    given().when(change).thenRefused('client/unknown');
    given(clientRegistered(), deleted).when(change).thenRefused('client/unknown');
  });

  it('is deleted when it has no users, under the name it has', () => {
    const remove = { type: 'DeleteClient', data: {} } as const;
    const renamed: ClientEvent = { type: 'ClientDetailsChanged', data: { societate: { from: societate, to: 'B' } } };
    given(clientRegistered(), renamed)
      .when(remove)
      .then({ type: 'ClientDeleted', data: { firmId, cui, societate: 'B' } });
    given(clientRegistered(), linked(0), unlinked(3)).when(remove).then(deleted);
    given(clientRegistered(), linked(0)).when(remove).thenRefused('client/in-use');
    given().when(remove).thenRefused('client/unknown');
    given(clientRegistered(), deleted).when(remove).thenRefused('client/unknown');
  });
});

describe('users of a client', () => {
  const link = (userRevision: number) => ({ type: 'LinkUser', data: { userId: 'ana', userRevision } }) as const;
  const unlink = (userRevision: number) => ({ type: 'UnlinkUser', data: { userId: 'ana', userRevision } }) as const;

  it('are linked and unlinked as of a revision of their own stream', () => {
    given(clientRegistered()).when(link(0)).then(linked(0));
    given(clientRegistered(), linked(0)).when(unlink(3)).then(unlinked(3));
    given(clientRegistered(), linked(0), unlinked(3)).when(link(5)).then(linked(5));
  });
  it('are each linked by themselves', () => given(clientRegistered(), linked(7, 'dan')).when(link(0)).then(linked(0)));
  it('stay as they are when an older event is told again', () => {
    given(clientRegistered(), linked(0)).when(link(0)).thenNothing();
    given(clientRegistered(), linked(0), unlinked(3)).when(link(0)).thenNothing();
    given(clientRegistered(), linked(0), unlinked(3), linked(5)).when(unlink(3)).thenNothing();
    given(clientRegistered(), linked(0), unlinked(3), linked(5)).when(link(0)).thenNothing();
    given(clientRegistered(), linked(0), unlinked(3), linked(5)).when(link(5)).thenNothing();
  });
  it('who are not linked are not unlinked', () => {
    given(clientRegistered()).when(unlink(3)).thenNothing();
    given(clientRegistered(), linked(0), unlinked(3)).when(unlink(3)).thenNothing();
  });
  it('can be unlinked of a client that is gone, but not linked to one', () => {
    given().when(link(0)).thenRefused('client/unknown');
    given(clientRegistered(), deleted).when(link(0)).thenRefused('client/unknown');
    given(clientRegistered(), linked(0), deleted).when(unlink(3)).then(unlinked(3));
  });
});

describe('accountants of a client', () => {
  const of = (accountantId: string, userRevision = 0) => ({ accountantId, userRevision });
  const assign = (...accountants: ReturnType<typeof of>[]) =>
    ({ type: 'AssignAccountants', data: { accountants } }) as const;
  const unassign = (userRevision?: number) =>
    ({ type: 'UnassignAccountant', data: { accountantId: 'elena', ...(userRevision && { userRevision }) } }) as const;
  const assigned = (userRevision = 0, accountantId = 'elena'): ClientEvent => ({
    type: 'AccountantAssigned',
    data: of(accountantId, userRevision),
  });
  const unassigned: ClientEvent = { type: 'AccountantUnassigned', data: { accountantId: 'elena' } };

  it('are assigned, each once', () => {
    given(clientRegistered())
      .when(assign(of('elena'), of('elena')))
      .then(assigned());
    given(clientRegistered(), assigned())
      .when(assign(of('elena'), of('dan')))
      .then(assigned(0, 'dan'));
    given(clientRegistered(), assigned())
      .when(assign(of('elena')))
      .thenNothing();
  });
  it('of a client that is not there are not assigned', () => {
    given()
      .when(assign(of('elena')))
      .thenRefused('client/unknown');
    given(clientRegistered(), deleted)
      .when(assign(of('elena')))
      .thenRefused('client/unknown');
  });
  it('are unassigned by hand, once', () => {
    given(clientRegistered(), assigned()).when(unassign()).then(unassigned);
    given(clientRegistered(), assigned(9)).when(unassign()).then(unassigned);
    given(clientRegistered(), assigned(), unassigned).when(unassign()).thenNothing();
    given(clientRegistered()).when(unassign()).thenNothing();
  });
  it('can be assigned again after they were unassigned', () => {
    given(clientRegistered(), assigned(), unassigned)
      .when(assign(of('elena')))
      .then(assigned());
    given(clientRegistered(), assigned(), unassigned, assigned()).when(unassign()).then(unassigned);
  });
  it('are unassigned by what ends their role or firm', () => {
    given(clientRegistered(), assigned()).when(unassign(4)).then(unassigned);
    given(clientRegistered(), assigned(), unassigned).when(unassign(4)).thenNothing();
  });
  it('stay when they were assigned after what ended it before, however late that is told', () => {
    given(clientRegistered(), assigned(), unassigned, assigned(4)).when(unassign(4)).thenNothing();
    given(clientRegistered(), assigned(), unassigned, assigned(6)).when(unassign(4)).thenNothing();
    given(clientRegistered(), assigned(), unassigned, assigned(6)).when(unassign(9)).then(unassigned);
  });
  it('are assigned anew in a new place before the end of the former is told', () => {
    given(clientRegistered(), assigned())
      .when(assign(of('elena', 6)))
      .then(assigned(6));
    given(clientRegistered(), assigned(), assigned(6)).when(unassign(4)).thenNothing();
  });
  it('are unassigned one by one', () =>
    given(clientRegistered(), assigned(), assigned(0, 'dan'), unassigned)
      .when(assign(of('dan'), of('elena')))
      .then(assigned()));
});
