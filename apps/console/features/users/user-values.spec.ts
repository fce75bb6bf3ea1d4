import { usersApi } from '@dosar/contracts';
import { bodyOfKnown, bodyOfNew, missingOf, newUser } from './user-values';

describe('the form of an account', () => {
  const ana = { ...newUser('user', 'firm', 'client'), name: 'Ana Țăranu', email: 'ana@brutaria.ro' };

  it('sends only what goes with the role', () => {
    expect(bodyOfNew(ana)).toMatchObject({ role: 'user', client_id: 'client', language: 'ro' });
    expect(bodyOfNew(ana)).not.toHaveProperty('firm_id');
    expect(bodyOfNew({ ...ana, role: 'accountant' })).toMatchObject({ firm_id: 'firm' });
    expect(bodyOfNew({ ...ana, role: 'admin' })).not.toHaveProperty('client_id');
  });

  it('sends a password or an invitation, never both', () => {
    expect(bodyOfNew(ana)).not.toHaveProperty('password');
    const chosen = bodyOfNew({ ...ana, access: 'password', password: 'O-parola-2026' });
    expect(chosen).toMatchObject({ password: 'O-parola-2026' });
    expect(chosen).not.toHaveProperty('language');
    expect(usersApi.create.body.safeParse(chosen).success).toBe(true);
  });

  it('keeps the current password where none is typed', () => {
    expect(bodyOfKnown(ana)).not.toHaveProperty('password');
    expect(usersApi.change.body.safeParse(bodyOfKnown(ana)).success).toBe(true);
  });

  it('says what the role still needs', () => {
    expect(missingOf(newUser('accountant'), true)).toEqual(['firm_id']);
    expect(missingOf(newUser('user'), true)).toEqual(['client_id']);
    expect(missingOf({ ...newUser('admin'), access: 'password' }, true)).toEqual(['password']);
    expect(missingOf({ ...newUser('admin'), access: 'password' }, false)).toEqual([]);
  });
});
