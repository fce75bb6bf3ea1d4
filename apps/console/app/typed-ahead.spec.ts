/** @jest-environment ./testing/browser.cjs */
import userEvent from '@testing-library/user-event';
import { typedAhead } from './typed-ahead';

describe('what is typed before a field is there', () => {
  it('is taken once, and goes nowhere else', async () => {
    const person = userEvent.setup();
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    const take = typedAhead();
    await person.keyboard('bonux{Backspace}ri{Control>}k{/Control}');
    expect([take(), other.value]).toEqual(['bonuri', '']);
    await person.keyboard('apoi');
    expect([take(), other.value]).toEqual(['', 'apoi']);
    other.remove();
  });
});
