/** @jest-environment ./testing/browser.cjs */
import { PasswordInput, TextInput } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import { session } from '../../platform/api';
import { unfinished } from '../../platform/storage/unfinished';
import { toasts } from '../../platform/toasts';
import { show } from '../../testing/screen';
import { EntryForm } from './entry-form';
import { usePatientForm } from './forms';
import { useUnfinishedState } from './unfinished';

const signIn = (personId: string) => {
  const payload = btoa(JSON.stringify({ user_id: personId, role: 'user', exp: 0, sid: `s of ${personId}` }));
  session.open({ token: `x.${payload}.y`, expires_at: new Date(Date.now() + 900_000).toISOString() });
};

const Screen = ({ city = 'Cluj' }: { readonly city?: string }) => {
  const form = usePatientForm({ initialValues: { name: 'Ana', city, password: '' }, validate: () => ({}) });
  const [isOpen, setOpen] = useUnfinishedState('dialog', false);
  const [target, setTarget] = useUnfinishedState<string | null>('target', 'this folder');
  return (
    <EntryForm form={form} send={() => Promise.resolve()} action="Salvează" isNew={false}>
      <TextInput label="Nume" {...form.getInputProps('name')} />
      <TextInput label="Oraș" {...form.getInputProps('city')} />
      <PasswordInput label="Parolă" {...form.getInputProps('password')} />
      <button type="button" onClick={() => setOpen(true)}>
        {isOpen ? 'deschis' : 'închis'}
      </button>
      <button type="button" onClick={() => setTarget(null)}>
        {`în ${target}`}
      </button>
    </EntryForm>
  );
};
const typed = () => [
  screen.getByLabelText<HTMLInputElement>('Nume').value,
  screen.getByLabelText<HTMLInputElement>('Parolă').value,
  screen.getByText(/închis|deschis/).textContent,
];

/** Somebody types into the form, their session ends in this way, and somebody signs in again. */
const afterEnd = async (sentence: string | null, next: string) => {
  signIn('ana');
  const { person } = await show(<Screen />);
  await person.type(screen.getByLabelText('Nume'), ' Maria');
  await person.type(screen.getByLabelText('Parolă'), 'Secret1');
  await person.click(screen.getByText('închis'));
  expect(typed()).toEqual(['Ana Maria', 'Secret1', 'deschis']);
  session.close(sentence);
  cleanup();
  signIn(next);
  await show(<Screen />);
};

describe('what was typed when a session ended', () => {
  beforeEach(() => toasts.shown.set([]));
  afterEach(() => session.close());

  it('stands there again once the same person is back, but for passwords, and once', async () => {
    await afterEnd('Sesiunea a expirat.', 'ana');
    expect(typed()).toEqual(['Ana Maria', '', 'deschis']);
    expect(toasts.shown.get()).toMatchObject([{ title: expect.stringContaining('este la loc') }]);
    cleanup();
    await show(<Screen />);
    expect(typed()).toEqual(['Ana', '', 'închis']);
  });

  it('stands there also where the address has changed meanwhile, and where nothing was chosen instead of something', async () => {
    signIn('ana');
    const { person } = await show(<Screen />);
    await person.click(screen.getByText('în this folder'));
    await person.click(screen.getByText('închis'));
    history.replaceState(null, '', '?file=1');
    session.close('Sesiunea a expirat.');
    cleanup();
    signIn('ana');
    await show(<Screen />);
    expect(typed()[2]).toBe('deschis');
    expect(screen.getByText('în null')).toBeTruthy();
    history.replaceState(null, '', location.pathname);
  });

  it('takes nothing back that others have changed meanwhile', async () => {
    signIn('ana');
    const { person } = await show(<Screen />);
    await person.type(screen.getByLabelText('Nume'), ' Maria');
    session.close('Sesiunea a expirat.');
    cleanup();
    signIn('ana');
    await show(<Screen city="Sibiu" />);
    expect(typed()[0]).toBe('Ana Maria');
    expect(screen.getByLabelText<HTMLInputElement>('Oraș').value).toBe('Sibiu');
  });

  it('is nothing to somebody else either when they look at it in their second session only', () => {
    signIn('ana');
    unfinished.keep('note', 'a secret');
    session.close('Sesiunea a expirat.');
    for (let sessions = 0; sessions < 2; sessions += 1) {
      signIn('elena');
      if (sessions > 0) expect(unfinished.of('note')).toBeUndefined();
      unfinished.keep('note of Elena', sessions);
      session.close('Sesiunea a expirat.');
    }
    signIn('elena');
    expect(unfinished.of('note of Elena')).toBe(1);
  });

  it.each([
    ['somebody else', 'Sesiunea a expirat.', 'elena'],
    ['who has left', null, 'ana'],
  ])('is nothing to %s', async (_, sentence, next) => {
    await afterEnd(sentence, next);
    expect(typed()).toEqual(['Ana', '', 'închis']);
    expect(toasts.shown.get()).toEqual([]);
  });
});
