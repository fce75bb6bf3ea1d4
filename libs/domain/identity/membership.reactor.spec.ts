import { reacts } from '@dosar/kernel/testing';
import { elena, of, userRegistered } from '../testing/identity';
import { membership } from './membership.reactor';
import type { UserEvent } from './user.events';

/** The effects of an event that is the 7th of ana's stream. */
const after = (event: UserEvent) => reacts(membership).to(event, { ...of('user', 'ana'), revision: 7 });
const link = (id: string) => ['client', id, { type: 'LinkUser', data: { userId: 'ana', userRevision: 7 } }] as const;
const unlink = (id: string) =>
  ['client', id, { type: 'UnlinkUser', data: { userId: 'ana', userRevision: 7 } }] as const;
const unassign = (id: string) =>
  ['client', id, { type: 'UnassignAccountant', data: { accountantId: 'ana', userRevision: 7 } }] as const;

describe('memberships', () => {
  it('begin with a user, in each of their companies', () => {
    after(userRegistered()).then(link('c-1'));
    after(userRegistered({ clientIds: ['c-1', 'c-2'] })).then(link('c-1'), link('c-2'));
    after(userRegistered(elena)).then();
  });
  it('end and begin where the companies change, and stay elsewhere', () => {
    const changed = (from: string[], to: string[]): UserEvent => ({
      type: 'UserMembershipChanged',
      data: { clientIds: { from, to } },
    });
    after(changed(['c-1', 'c-2'], ['c-2', 'c-3'])).then(unlink('c-1'), link('c-3'));
    after(changed([], ['c-1'])).then(link('c-1'));
    after(changed(['c-1'], [])).then(unlink('c-1'));
    after(changed(['c-1', 'c-2'], ['c-2', 'c-1'])).then();
  });
  it('end with a user, and assignments with an accountant', () => {
    const deleted = (data: Partial<Extract<UserEvent, { type: 'UserDeleted' }>['data']>): UserEvent => ({
      type: 'UserDeleted',
      data: { role: 'user', firmId: null, clientIds: [], assignmentsEnded: [], ...data },
    });
    after(deleted({ clientIds: ['c-1', 'c-2'] })).then(unlink('c-1'), unlink('c-2'));
    after(deleted({ role: 'accountant', assignmentsEnded: ['c-1', 'c-2'] })).then(unassign('c-1'), unassign('c-2'));
  });
});

describe('assignments', () => {
  it('end with the role or the firm', () =>
    after({
      type: 'UserRoleChanged',
      data: {
        from: 'accountant',
        to: 'user',
        firmId: { from: 'f-1', to: null },
        assignmentsEnded: ['c-1', 'c-2'],
      },
    }).then(unassign('c-1'), unassign('c-2')));
});

it('nothing else leads to a command, and no name is read for it', () => {
  after({ type: 'UserDeactivated', data: {} }).then();
  expect(Object.keys(membership.on).sort()).toEqual([
    'UserDeleted',
    'UserMembershipChanged',
    'UserRegistered',
    'UserRoleChanged',
  ]);
  expect(membership.personal).toBe('unread');
});
