/** @jest-environment ./testing/browser.cjs */
import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import type { Problem } from '@dosar/contracts';
import { Refused, Unreachable } from '../../platform/refusals';
import { show } from '../../testing/screen';
import { EntryForm } from './entry-form';
import { usePatientForm } from './forms';
import { changedFields } from './sending';

const refused = (code: Problem['code'], error: string, fields?: Record<string, string>) =>
  new Refused(422, { error, code, correlation_id: 'x', ...(fields && { fields }) });

/** A form of two fields, the first of which must not be empty. */
const aForm = async (send: (values: object) => Promise<void>) => {
  const Form = () => {
    const form = usePatientForm<{ name: string; city: string }>({
      initialValues: { name: 'Ana', city: 'Iași' },
      validate: ({ name, city }) => ({
        ...(name === '' && { name: 'Lipsește numele' }),
        ...(city === '' && { city: 'Lipsește orașul' }),
      }),
    });
    return (
      <EntryForm form={form} send={send} action="Trimite" isNew>
        <TextInput label="Nume" {...form.getInputProps('name')} />
        <TextInput label="Oraș" {...form.getInputProps('city')} />
      </EntryForm>
    );
  };
  const { person } = await show(<Form />);
  return { person, press: () => person.click(screen.getByRole('button', { name: 'Trimite' })) };
};
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
/** The message about the whole form. */
const told = () => screen.queryByRole('alert')?.textContent ?? null;

describe('a form that is sent', () => {
  it('goes out once, however often it is pressed, and again when that is over', async () => {
    const sent: object[] = [];
    let answer = () => {};
    const { person, press } = await aForm((values) => {
      sent.push(values);
      return new Promise((resolve) => (answer = resolve));
    });
    await press();
    await press();
    expect(sent).toEqual([{ name: 'Ana', city: 'Iași' }]);
    answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Trimite' }).dataset['loading']).toBeUndefined());
    await person.type(field('Oraș'), ' 2');
    await press();
    expect(sent).toHaveLength(2);
  });

  it('stays where something is wrong, and leads to the first of it', async () => {
    const sent: object[] = [];
    const { person, press } = await aForm(async (values) => void sent.push(values));
    await person.clear(field('Nume'));
    await person.clear(field('Oraș'));
    await press();
    expect(screen.getByText('Lipsește numele')).toBeTruthy();
    expect(screen.getByText('Lipsește orașul')).toBeTruthy();
    expect(document.activeElement).toBe(field('Nume'));
    expect([sent, told()]).toEqual([[], null]);
  });

  it('says at the field what the server refuses of it, and leads there; what was typed stays', async () => {
    const { person, press } = await aForm(() =>
      Promise.reject(refused('VALIDATION_FAILED', 'Date greșite.', { city: 'Orașul nu există' })),
    );
    await person.type(field('Oraș'), 'x');
    await press();
    expect(await screen.findByText('Orașul nu există')).toBeTruthy();
    expect(document.activeElement).toBe(field('Oraș'));
    expect(field('Oraș').value).toBe('Iașix');
    // the fields say it all
    expect(told()).toBeNull();
  });

  it('says above it what is of no field here, beside what is', async () => {
    const { press } = await aForm(() =>
      Promise.reject(
        refused('VALIDATION_FAILED', 'Date greșite.', { city: 'Orașul nu există', firm: 'Firma lipsește' }),
      ),
    );
    await press();
    expect(await screen.findByText('Orașul nu există')).toBeTruthy();
    expect(told()).toContain('Date greșite. Firma lipsește');
  });

  it('says above it what is more than that a field is wrong', async () => {
    const { press } = await aForm(() =>
      Promise.reject(refused('ALREADY_EXISTS', 'Există deja.', { name: 'Numele este folosit' })),
    );
    await press();
    expect(await screen.findByText('Numele este folosit')).toBeTruthy();
    expect(told()).toContain('Există deja.');
  });

  it('says what went wrong where the server says nothing of fields, until it is sent again', async () => {
    const answers = [
      () => Promise.reject(refused('ACCESS_DENIED', 'Nu aveți acces.')),
      () => Promise.reject(new Unreachable()),
      () => Promise.resolve(),
    ];
    const { press } = await aForm(() => answers.shift()!());
    await press();
    await waitFor(() => expect(told()).toContain('Nu aveți acces.'));
    await press();
    await waitFor(() => expect(told()).toMatch(/Serverul nu/));
    await press();
    await waitFor(() => expect(told()).toBeNull());
  });
});

it('of what stands in a form only that is sent which was changed', () => {
  const before = { name: 'Ana', phone: null as string | null, city: 'Iași' };
  expect(changedFields(before, { ...before })).toEqual({});
  expect(changedFields(before, { ...before, name: 'Ioana', phone: '0744' })).toEqual({ name: 'Ioana', phone: '0744' });
});
