/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { aServer, show } from '../../testing/screen';
import { staysSo } from '../../testing/waiting';
import { FirstSteps, useFirstSteps } from './first-steps';

const page = (name: string, total: number, items: readonly object[] = []) => ({
  [name]: items,
  page: 1,
  pageSize: 1,
  total,
});
const NOW = '2026-09-14T09:00:00.000Z';
const CLIENT = {
  id: 'c-1',
  societate: 'Moara SRL',
  cui: '14399840',
  registrulComertului: null,
  dataInregistrarii: null,
  impozit: 'none',
  platitor_tva: false,
  reprezentant: null,
  phone: null,
  email: null,
  company_email: null,
  address: null,
  firm: { id: 'f-1', name: 'Contab SRL' },
  user: null,
  users: [],
  accountants: [],
  storage: { used: 0, quota: 0 },
  createdAt: NOW,
  updatedAt: NOW,
};
const FOLDER = {
  id: 'd-1',
  name: '2026',
  client_id: 'c-1',
  parent_folder_id: null,
  category_key: 'an',
  firm_only: false,
  direct_files_count: 0,
  direct_folders_count: 12,
  new_files_count: 0,
  deletion: null,
  deleted_at: null,
  deleted_by: null,
  created_at: NOW,
  updated_at: NOW,
};

const Steps = () => {
  const { areShown, hide } = useFirstSteps('admin');
  return areShown && <FirstSteps onHide={hide} />;
};

type There = { firms?: number; accountants?: number; clients?: number; users?: number; folders?: number };

/** The steps of an installation with so many of each. */
const opened = async ({ firms = 0, accountants = 0, clients = 0, users = 0, folders = 0 }: There) => {
  const asked = aServer({
    'GET /firms': () => page('firms', firms),
    'GET /users': (url) => page('users', url.searchParams.get('role') === 'user' ? users : accountants),
    'GET /clients': () => page('clients', clients, clients > 0 ? [CLIENT] : []),
    'GET /folders': () => page('folders', folders, folders > 0 ? [FOLDER] : []),
  });
  return { asked, ...(await show(<Steps />)) };
};
const steps = async () => (await screen.findAllByRole('listitem')).map((item) => item.querySelector('h3')!.textContent);
const ways = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('the first steps', () => {
  beforeEach(() => localStorage.clear());

  it('lead from the firm to the client’s account, where there is nothing', async () => {
    await opened({});
    expect(await steps()).toEqual([
      'Firma de contabilitate',
      'Un coleg contabil',
      'Primul client, cu dosarele lui',
      'Contul clientului',
    ]);
    expect(ways()).toEqual([
      ['Firmă nouă', '/admin/firms/new'],
      ['Contabil nou', '/admin/users/new?role=accountant'],
      ['Client nou', '/admin/clients/new'],
      ['Cont nou', '/admin/users/new?role=user'],
    ]);
    expect(screen.getByText('0 din 4 făcuți')).toBeTruthy();
  });

  it('tick themselves from what is there', async () => {
    await opened({ firms: 1, clients: 1, folders: 2 });
    expect(await steps()).toEqual([
      'Firma de contabilitate (făcut)',
      'Un coleg contabil',
      'Primul client, cu dosarele lui (făcut)',
      'Contul clientului',
    ]);
    expect(ways().map(([, href]) => href)).toEqual([
      '/admin/users/new?role=accountant',
      '/admin/users/new?role=user&client_id=c-1',
    ]);
  });

  it('name the folders that the only client is without', async () => {
    await opened({ firms: 1, accountants: 1, clients: 1, users: 1 });
    expect(await steps()).toContain('Dosarele clientului');
    expect(ways()).toEqual([['Deschide documentele', '/files?clientId=c-1']]);
  });

  it('are gone once all is there', async () => {
    const { asked } = await opened({ firms: 1, accountants: 1, clients: 1, users: 1, folders: 2 });
    await waitFor(() => expect(asked.some((each) => each.startsWith('GET /api/folders'))).toBe(true));
    await staysSo(() => screen.queryByRole('list') === null);
  });

  it('can be hidden, in this browser for good', async () => {
    const { person } = await opened({ firms: 1 });
    await person.click(await screen.findByRole('button', { name: 'Ascunde' }));
    expect(screen.queryByRole('list')).toBeNull();
    expect(localStorage.getItem('dosar.first_steps_hidden')).not.toBeNull();
    // what is not shown is not asked for
    const { asked } = await opened({ firms: 1 });
    await staysSo(() => asked.length === 0);
  });
});
