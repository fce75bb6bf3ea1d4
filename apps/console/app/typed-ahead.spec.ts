/** @jest-environment ./testing/browser.cjs */
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { typedAhead } from './typed-ahead';

/** Somebody types before the field is there, with the keys still in another one. */
const typing = () => {
  const person = userEvent.setup();
  const other = document.body.appendChild(document.createElement('input'));
  other.focus();
  let count = 0;
  const take = typedAhead(() => (count += 1));
  return { person, other, take, givenUp: () => count };
};

describe('what is typed before a field is there', () => {
  afterEach(() => document.body.replaceChildren());

  it('is taken once, and goes nowhere else', async () => {
    const { person, other, take } = typing();
    await person.keyboard('bonux{Backspace}ri{Control>}k{/Control}');
    expect([take(), other.value]).toEqual(['bonuri', '']);
    await person.keyboard('apoi');
    expect([take(), other.value]).toEqual(['', 'apoi']);
  });

  it('has the third letters of keys, and Enter sends nothing meanwhile', () => {
    const { other, take } = typing();
    fireEvent.keyDown(other, { key: 'ș', ctrlKey: true, altKey: true, modifierAltGraph: true });
    const isSent = fireEvent.keyDown(other, { key: 'Enter' });
    expect([take(), isSent]).toEqual(['ș', false]);
  });

  it('is given up by Escape, from when keys go where they went before', async () => {
    const { person, other, take, givenUp } = typing();
    await person.keyboard('bon{Escape}apoi');
    expect([take(), givenUp(), other.value]).toEqual(['', 1, 'apoi']);
  });
});
