/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { usePatientForm, withCommas } from './forms';

const WRONG = { name: 'Numele este prea scurt' };
const aForm = () =>
  renderHook(() =>
    usePatientForm<{ name: string }>({
      initialValues: { name: '' },
      validate: ({ name }) => (name.length < 3 ? WRONG : {}),
    }),
  ).result;

describe('a form', () => {
  it('lets a field be typed, and follows each letter once something wrong was sent', async () => {
    const form = aForm();
    const type = (name: string) => act(() => form.current.setFieldValue('name', name));
    const sent: unknown[] = [];
    const told: unknown[] = [];
    const press = () =>
      act(async () =>
        form.current.onSubmit(
          (values) => void sent.push(values),
          (errors) => void told.push(errors),
        )(),
      );

    type('A');
    expect(form.current.errors).toEqual({});
    await press();
    expect([sent, told]).toEqual([[], [WRONG]]);
    expect(form.current.errors).toEqual(WRONG);
    type('Ana');
    expect(form.current.errors).toEqual({});
    type('An');
    expect(form.current.errors).toEqual(WRONG);
    type('Ana');
    await press();
    expect(sent).toEqual([{ name: 'Ana' }]);
  });
});

it('old keyboards give letters with a cedilla, and get those with a comma', () =>
  expect(withCommas('Ştefan, ţară, ŢARĂ, paşi')).toBe('Ștefan, țară, ȚARĂ, pași'));
