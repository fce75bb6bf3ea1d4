/** @jest-environment ./testing/browser.cjs */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { apply } from '../../platform/preferences';
import { show } from '../../testing/screen';
import { DayInput } from './day-input';

const aField = async (first = '') => {
  const chosen: string[] = [];
  const Field = () => {
    const [day, setDay] = useState(first);
    return (
      <DayInput
        label="Data înregistrării"
        value={day}
        onChange={(next) => {
          chosen.push(next);
          setDay(next);
        }}
      />
    );
  };
  const { person } = await show(<Field />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Data înregistrării' });
  return { person, input, chosen };
};
const days = () =>
  within(screen.getByRole('table'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('a day in a form', () => {
  beforeEach(() => act(() => apply({ language: 'ro' })));

  it.each([
    ['12.04.2018', '2018-04-12'],
    ['1/2/2018', '2018-02-01'],
    ['01-02-2018', '2018-02-01'],
    [' 1 2 2018', '2018-02-01'],
  ])('may be typed as %s', async (typed, day) => {
    const { input, chosen } = await aField();
    fireEvent.change(input, { target: { value: typed } });
    expect(chosen.at(-1)).toBe(day);
  });

  it('that is none is not taken', async () => {
    const { input, chosen } = await aField();
    fireEvent.change(input, { target: { value: '31.02.2018' } });
    fireEvent.blur(input);
    expect(chosen.filter((day) => day !== '')).toEqual([]);
  });

  it('is shown as it is written here, and taken away by a button', async () => {
    const { person, input, chosen } = await aField('2018-04-12');
    expect(input.value).toBe('12.04.2018');
    await person.click(screen.getByRole('button', { name: 'Șterge data' }));
    expect(chosen).toEqual(['']);
    expect(input.value).toBe('');
  });

  it('is chosen in a calendar that speaks Romanian, has the days of one month alone, and is no dialog', async () => {
    const { person, input, chosen } = await aField('2026-02-10');
    await person.click(input);
    expect(await screen.findByRole('button', { name: 'Februarie 2026' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Luna anterioară' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(days()).toEqual(Array.from({ length: 28 }, (_, at) => String(at + 1)));
    await person.click(screen.getByRole('button', { name: '3 Februarie 2026' }));
    await waitFor(() => expect(chosen).toEqual(['2026-02-03']));
  });

  it('is told the months in the language that is chosen', async () => {
    const { person, input } = await aField('2026-02-10');
    act(() => apply({ language: 'en' }));
    await person.click(input);
    expect(await screen.findByRole('button', { name: 'February 2026' })).toBeTruthy();
  });
});
