import { decides } from '@dosar/kernel/testing';
import { contab, firmRegistered } from '../testing/identity';
import { firm } from './firm.decider';
import type { FirmEvent } from './firm.events';

const given = decides(firm);
const deleted: FirmEvent = { type: 'FirmDeleted', data: { name: contab.name, cui: contab.cui } };

describe('a firm', () => {
  const register = { type: 'RegisterFirm', data: contab } as const;
  it('is registered', () => given().when(register).then(firmRegistered()));
  it('is registered once, also when it was deleted since', () => {
    given(firmRegistered()).when(register).thenNothing();
    given(firmRegistered(), deleted).when(register).thenNothing();
  });

  it('is changed with both ends of each change', () =>
    given(firmRegistered())
      .when({ type: 'ChangeFirm', data: { name: 'Contab Expert', accountantScope: 'firm', phone: null } })
      .then({
        type: 'FirmDetailsChanged',
        data: { name: { from: 'Contab', to: 'Contab Expert' }, accountantScope: { from: 'assigned', to: 'firm' } },
      }));
  it('that is asked to be what it is does not change', () => {
    given(firmRegistered()).when({ type: 'ChangeFirm', data: contab }).thenNothing();
    given(firmRegistered()).when({ type: 'ChangeFirm', data: {} }).thenNothing();
    given(firmRegistered(), { type: 'FirmDetailsChanged', data: { name: { from: 'Contab', to: 'C' } } })
      .when({ type: 'ChangeFirm', data: { name: 'C' } })
      .thenNothing();
  });
  it('that is not there is not changed', () => {
    const change = { type: 'ChangeFirm', data: { name: 'C' } } as const;
    given().when(change).thenRefused('firm/unknown');
    given(firmRegistered(), deleted).when(change).thenRefused('firm/unknown');
  });

  it('is deleted once', () => {
    const remove = { type: 'DeleteFirm', data: {} } as const;
    given(firmRegistered()).when(remove).then(deleted);
    given().when(remove).thenRefused('firm/unknown');
    given(firmRegistered(), deleted).when(remove).thenRefused('firm/unknown');
  });
});
