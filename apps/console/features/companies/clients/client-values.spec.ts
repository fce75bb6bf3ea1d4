import { clientsApi, type RegisteredCompany } from '@dosar/contracts';
import { bodyOf, differences, NEW_CLIENT } from './client-values';

const COMPANY: RegisteredCompany = {
  societate: 'BRUTĂRIA SRL',
  cui: '18547290',
  registrulComertului: 'J40/1234/2015',
  dataInregistrarii: '2015-04-12',
  address: null,
  phone: '',
  platitor_tva: true,
  inactive: false,
};

describe('the form of a client', () => {
  it('is sent in the words of the contract', () => {
    const values = { ...NEW_CLIENT, societate: 'Brutăria', cui: '18547290', firm_id: 'f', quota: '1.5' };
    const sent = clientsApi.create.body.parse(bodyOf(values));
    expect(sent).toMatchObject({ quota: 1_610_612_736, phone: null, dataInregistrarii: null, firm_id: 'f' });
  });

  it('does not go without a firm, a name and a tax id', () => {
    const { error } = clientsApi.create.body.safeParse(bodyOf(NEW_CLIENT));
    expect(new Set(error?.issues.map(({ path }) => path.join('.')))).toEqual(new Set(['cui', 'firm_id', 'societate']));
  });

  it('sees where the register says something else, and what would be overwritten', () => {
    const values = { ...NEW_CLIENT, societate: 'Brutăria', registrulComertului: 'J40/1234/2015', phone: '0721123456' };
    expect(differences(values, COMPANY)).toEqual([
      { field: 'societate', now: 'Brutăria', registered: 'BRUTĂRIA SRL', isEmpty: false },
      { field: 'dataInregistrarii', now: '', registered: '2015-04-12', isEmpty: true },
      { field: 'platitor_tva', now: false, registered: true, isEmpty: false },
    ]);
  });
});
