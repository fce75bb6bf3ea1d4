/** @jest-environment ./testing/browser.cjs */
import { useRef, useState } from 'react';
import { screen, within } from '@testing-library/react';
import { show } from '../../../testing/screen';
import { MessageBox } from './message-box';

const people = ['Ana Țăranu', 'Andrei Pop', 'Elena Dumitrescu'].map((name, at) => ({ id: `${at}`, name }));
const said: string[] = [];

const Box = () => {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  return (
    <MessageBox
      {...{ box, text, people, aim: null, error: undefined }}
      onWrite={setText}
      onSend={() => said.push('sent')}
      onEscape={() => said.push('escaped')}
      onLeave={() => {}}
    />
  );
};

it('says which of the names the keys are at', async () => {
  const { person } = await show(<Box />);
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Scrieți un mesaj' });
  const active = () => box.getAttribute('aria-activedescendant');
  expect([active(), box.getAttribute('aria-controls')]).toEqual([null, null]);
  await person.type(box, '@');
  const list = await screen.findByRole('listbox', { name: 'Persoane din conversație' });
  expect(box.getAttribute('aria-controls')).toBe(list.id);
  const selected = () => {
    const option = within(list).getByRole('option', { selected: true });
    return [option.textContent, option.id === active()];
  };
  expect(selected()).toEqual(['Ana Țăranu', true]);
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toEqual(['Elena Dumitrescu', true]);
  await person.keyboard('{ArrowDown}{ArrowUp}');
  expect(selected()).toEqual(['Elena Dumitrescu', true]);
  // other names: the first of them
  await person.keyboard('an');
  expect(selected()).toEqual(['Ana Țăranu', true]);
  await person.keyboard('{ArrowDown}{Enter}');
  expect([box.value, active()]).toEqual(['@Andrei Pop ', null]);
});

it('closes the list first, then leaves what is written about', async () => {
  const { person } = await show(<Box />);
  await person.type(await screen.findByRole('textbox', { name: 'Scrieți un mesaj' }), '@');
  await screen.findByRole('listbox');
  said.length = 0;
  await person.keyboard('{Escape}');
  expect([said, screen.queryByRole('listbox')]).toEqual([[], null]);
  await person.keyboard('{Escape}{Control>}{Enter}{/Control}');
  expect(said).toEqual(['escaped', 'sent']);
});
