/** @jest-environment ./testing/browser.cjs */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Firm, Me, Role, User } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { aServer, show, type Answers } from '../../../testing/screen';
import { ClientNewScreen } from './client-new.screen';
import { bodyOfNewClient, NEW_CLIENT, typedAs } from './client-values';

const NOW = '2026-09-14T09:00:00.000Z';
const aFirm = (id: string, name: string): Firm => ({
  id: id,
  name,
  cui: '18547290',
  address: null,
  phone: null,
  email: null,
  accountant_scope: 'firm',
  clients_count: 0,
  accountants_count: 1,
  createdAt: NOW,
  updatedAt: NOW,
});
const CONTAB = aFirm('f-1', 'Contab SRL');
const aUser = (id: string, role: Role, name: string): User => ({
  id: id,
  role,
  firm_id: null,
  firm: null,
  client: null,
  name,
  email: 'elena@contab.ro',
  phone: null,
  status: 'active',
  must_change_password: false,
  invited_at: null,
  two_step: false,
  createdAt: NOW,
  updatedAt: NOW,
  lastSeen: null,
  preferences: { language: 'ro', theme: 'light', date_format: 'DD.MM.YYYY', time_format: 'HH:mm' },
});
const ELENA = aUser('u-2', 'accountant', 'Elena Dumitrescu');
const admin: Me = {
  ...aUser('u-1', 'admin', 'Administrator'),
  features: [],
  pinned_clients: [],
  settings: { cui_check: 'warn', two_step_required: [] },
  company_lookup: false,
  mail_server: true,
};

const page = <T,>(name: string, items: readonly T[]) => ({ [name]: items, page: 1, pageSize: 20, total: items.length });
const server = (firms: readonly Firm[], more: Answers = {}): string[] =>
  aServer({
    'GET /users/me': () => ({ user: admin }),
    'GET /firms': () => page('firms', firms),
    'GET /firms/f-1': () => ({ firm: CONTAB }),
    'GET /users': () => page('users', [ELENA]),
    ...more,
  });

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const firm = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Firma de contabilitate' });
const fill = async (person: UserEvent, input: HTMLElement, text: string) => {
  await person.click(input);
  await person.paste(text);
};
const press = (name: string) => screen.getByRole('button', { name });

describe('a new client', () => {
  it('has the only firm without a choice', async () => {
    server([CONTAB]);
    await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await waitFor(() => expect(firm().value).toBe('Contab SRL'));
  });

  it('chooses none of several firms by itself', async () => {
    server([CONTAB, aFirm('f-2', 'Alta SRL')]);
    await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await screen.findByText('Firmă nouă');
    expect(firm().value).toBe('');
  });

  it('has its firm made on the spot, and what was typed before stays', async () => {
    const firms: Firm[] = [];
    const asked = server(firms, {
      'POST /firms': () => {
        firms.push(CONTAB);
        return { firm: CONTAB };
      },
    });
    const { person } = await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await screen.findByText(/Încă nu există nicio firmă/);
    await fill(person, field('Denumire'), 'Moara SRL');
    await person.click(press('Firmă nouă'));
    const dialog = within(await screen.findByRole('dialog'));
    await fill(person, dialog.getByRole('textbox', { name: /Denumire/ }), 'Contab SRL');
    await fill(person, dialog.getByRole('textbox', { name: /CUI/ }), '18547290');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(firm().value).toBe('Contab SRL'));
    expect(field('Denumire').value).toBe('Moara SRL');
    // the form that the dialog stands in was not sent with it
    expect(asked.filter((each) => each.startsWith('POST'))).toEqual(['POST /api/firms']);
  });

  it('has no firm where the server fails to make it, and it is said what failed and under what id', async () => {
    server([], { 'POST /firms': () => new Response('', { status: 500, headers: { 'x-correlation-id': 'c-7' } }) });
    const { person } = await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await screen.findByText(/Încă nu există nicio firmă/);
    await person.click(press('Firmă nouă'));
    const dialog = within(await screen.findByRole('dialog'));
    await fill(person, dialog.getByRole('textbox', { name: /Denumire/ }), 'Contab SRL');
    await fill(person, dialog.getByRole('textbox', { name: /CUI/ }), '18547290');
    await person.keyboard('{Enter}');
    const failed = within(await dialog.findByRole('alert'));
    expect(failed.getByText(/^Adăugarea nu a reușit\./)).toBeTruthy();
    expect(failed.getByText('c-7')).toBeTruthy();
  });

  it('is sent with its user, its accountant and its folders; a refusal stands where it was typed', async () => {
    const sent: unknown[] = [];
    server([CONTAB], {
      'GET /users/u-2': () => ({ user: ELENA }),
      'POST /clients': (_, body) => {
        sent.push(body);
        const problem = { error: 'Există deja', code: 'ALREADY_EXISTS', correlation_id: 'x' };
        return Response.json({ ...problem, fields: { 'user.email': 'Este deja folosit' } }, { status: 409 });
      },
    });
    const { person } = await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await waitFor(() => expect(firm().value).toBe('Contab SRL'));
    await fill(person, field('Denumire'), 'Moara SRL');
    await fill(person, field(/^CUI/), '14399840');
    await fill(person, field('Reprezentant'), 'Ana Moraru');
    await fill(person, field('Emailul reprezentantului'), 'ana@moara.ro');
    await person.click(screen.getByRole('radio', { name: 'Reprezentantul' }));
    await person.click(screen.getByRole('combobox', { name: 'Contabil repartizat' }));
    await person.click(await screen.findByRole('option', { name: 'Elena Dumitrescu' }));
    await person.click(press('Înregistrează clientul'));
    await waitFor(() => expect(field('Emailul reprezentantului').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Este deja folosit')).toBeTruthy();
    expect(sent).toMatchObject([
      {
        firm_id: 'f-1',
        user: { name: 'Ana Moraru', email: 'ana@moara.ro' },
        accountant_ids: ['u-2'],
        structure_year: new Date().getFullYear(),
      },
    ]);
  });

  it('has its firm and its accountant again after the session has ended', async () => {
    const both = () => server([CONTAB, aFirm('f-2', 'Alta SRL')], { 'GET /users/u-2': () => ({ user: ELENA }) });
    const accountant = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Contabil repartizat' });
    both();
    session.open({
      token: `x.${btoa(JSON.stringify({ user_id: 'u-1', role: 'admin', exp: 0, sid: 's' }))}.y`,
      expires_at: new Date(Date.now() + 900_000).toISOString(),
    });
    const { person } = await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await person.click(firm());
    await person.click(await screen.findByRole('option', { name: 'Contab SRL' }));
    await person.click(accountant());
    await person.click(await screen.findByRole('option', { name: 'Elena Dumitrescu' }));
    session.close('Sesiunea a expirat.');
    cleanup();
    await show(<ClientNewScreen user={admin} firmId={undefined} />);
    await waitFor(() => expect([firm().value, accountant().value]).toEqual(['Contab SRL', 'Elena Dumitrescu']));
    cleanup();
  });

  it('says at once that an invitation will not leave a server without mail', async () => {
    server([CONTAB], { 'GET /users/me': () => ({ user: { ...admin, mail_server: false } }) });
    const { person } = await show(<ClientNewScreen user={{ ...admin, mail_server: false }} firmId={undefined} />);
    await person.click(screen.getByRole('radio', { name: 'Altcineva' }));
    expect(screen.getByText(/nu are un server de email.*După ce creați contul/)).toBeTruthy();
  });
});

describe('what a new client is sent as', () => {
  it('names only what it begins with', () => {
    const body = bodyOfNewClient({ ...NEW_CLIENT, has_structure: false }, 2026);
    for (const name of ['user', 'accountant_ids', 'structure_year', 'invited', 'user_name', 'has_structure'])
      expect(body).not.toHaveProperty(name);
  });
  it.each([
    ['representative', 'user.email', 'email'],
    ['representative', 'user.name', 'reprezentant'],
    ['other', 'user.email', 'user_email'],
    ['other', 'user.name', 'user_name'],
    ['nobody', 'cui', 'cui'],
    ['other', 'accountant_ids', 'accountant_id'],
  ] as const)('with %s has a refusal of %s at %s', (invited, refused, typed) =>
    expect(typedAs(refused, { invited })).toBe(typed),
  );
});
