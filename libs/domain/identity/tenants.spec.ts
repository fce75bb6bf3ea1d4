import { ofClient, ofInstallation, type Belonging } from '@dosar/kernel';
import type { AccessRow } from './access.projector';
import { tenantOf } from './tenants';

const user = (firmId: string | null, clientIds: readonly string[] = []) => ({ kind: 'user', firmId, clientIds });
const client = (firmId: string) => ({ kind: 'client', firmId });
const rows: Readonly<Record<string, object>> = {
  bakery: client('contab'),
  mill: client('contab'),
  inn: client('cifra'),
  elena: user('contab'),
  admin: user(null),
  ana: user(null, ['bakery']),
  owner: user(null, ['bakery', 'mill']),
  partner: user(null, ['bakery', 'inn']),
  nobody: user(null, []),
};
const tenant = tenantOf((id) => (rows[id] as AccessRow | undefined) ?? null);
const of = (firmId: string | null, clientId: string | null) => ({ firmId, clientId });

describe('whose a record is', () => {
  it.each<[string, Belonging, ReturnType<typeof of>]>([
    ['of a client: that client and its firm', ofClient('bakery'), of('contab', 'bakery')],
    ['of a client that is not known: that client', ofClient('gone'), of(null, 'gone')],
    ['of a firm: that firm', { firmId: 'contab', clientIds: [] }, of('contab', null)],
    ['of clients of one firm: that firm', { firmId: null, clientIds: ['bakery', 'mill'] }, of('contab', null)],
    ['of clients of two firms: nobody’s', { firmId: null, clientIds: ['bakery', 'inn'] }, of(null, null)],
    ['of the installation: nobody’s', ofInstallation, of(null, null)],
    ['of an accountant: their firm', { userId: 'elena' }, of('contab', null)],
    ['of the administrator: nobody’s', { userId: 'admin' }, of(null, null)],
    ['of a client’s user: the company and its firm', { userId: 'ana' }, of('contab', 'bakery')],
    ['of a user of several companies: the firm, if it is one', { userId: 'owner' }, of('contab', null)],
    ['of a user of companies of two firms: nobody’s', { userId: 'partner' }, of(null, null)],
    ['of a user of no company: nobody’s', { userId: 'nobody' }, of(null, null)],
    ['of somebody who is not known: nobody’s', { userId: 'stranger' }, of(null, null)],
  ])('%s', (_, belonging, expected) => expect(tenant(belonging)).toEqual(expected));
});
