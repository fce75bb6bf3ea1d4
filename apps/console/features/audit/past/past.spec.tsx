/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import type { Me } from '@dosar/contracts';
import { aServer, show } from '../../../testing/screen';
import { Past } from './past';

const ID = '01a21906-e3b9-7bd5-937d-c605ea80efe4';
const OTHER = '01a21906-e3b9-7bd5-937d-c605ea80efe5';

const moment = (position: number, event_type: string) => ({
  position: String(position),
  time: `2026-09-0${position}T07:12:00.000Z`,
  event_type,
  user: { id: ID, name: 'Ana Țăranu' },
  events_count: position === 3 ? 501 : 1,
});
const ALL = [moment(1, 'FolderCreated'), moment(2, 'FileUploaded'), moment(3, 'FileDeleted')];
const user = { role: 'user', features: ['audit'] } as unknown as Me;

const past = async (at: string, restore: object = {}) => {
  const gone: string[] = [];
  const asked = aServer({
    'GET /audit/moments': () => ({ moments: ALL, has_more_before: false, has_more_after: false }),
    'POST /audit/restore': () => restore,
  });
  const known = { then: { at }, error: null, hasNone: false } as const;
  const place = { user, thing: { client_id: 'c' }, clientId: 'c', stand: undefined, isLost: false } as const;
  const { person } = await show(
    <Past {...place} {...known} onGo={(then) => gone.push(then.at)} onLeave={() => gone.push('left')}>
      {(_, onRestore) => (
        <button type="button" onClick={() => onRestore?.({ file_ids: [], folder_ids: ['f'] })}>
          x
        </button>
      )}
    </Past>,
  );
  await screen.findByRole('slider');
  return { person, gone, asked };
};

it('says when it is and what was done last, and steps to the moments before and behind', async () => {
  const { person, gone } = await past('2');
  expect(screen.getByText('Așa era la 02.09.2026 10:12')).toBeTruthy();
  expect(screen.getByText('Fișier încărcat · Ana Țăranu')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Momentul dinainte' }));
  await person.keyboard('.');
  await person.click(screen.getByRole('button', { name: 'Înapoi la prezent' }));
  expect(gone).toEqual(['1', '3', 'left']);
});

it('at the last moment there is none to go to, and nothing to play', async () => {
  await past('3');
  expect(screen.getByText('Fișier șters · 501 evenimente · Ana Țăranu')).toBeTruthy();
  for (const name of ['Momentul următor', 'Redă pas cu pas'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
});

it('between two moments the way back leads to the nearer one', async () => {
  const { person, gone } = await past('7');
  await person.click(screen.getByRole('button', { name: 'Momentul dinainte' }));
  expect(gone).toEqual(['3']);
});

it('restores after it has said what that does, without what cannot be', async () => {
  const step = { event_id: null, event_type: null, resource_type: 'folder', resource_id: ID, from: {}, to: {} };
  const steps = [
    { ...step, name: 'Bonuri', will: 'restore', conflict: 'name_taken' },
    { ...step, resource_id: OTHER, name: 'Facturi', will: 'restore', conflict: null },
  ];
  const plan = { correlation_id: null, steps, total: 2, conflicts: 1, nothing: [] };
  const { person, asked } = await past('2', { plan });
  await person.click(screen.getByRole('button', { name: 'x' }));
  // what cannot be is not said to be done
  expect(await screen.findByText('Numele este luat de altceva')).toBeTruthy();
  expect(screen.getAllByText('Va fi restaurat')).toHaveLength(1);
  expect(screen.getByText('Un element din 2 nu poate fi adus înapoi.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Restaurează doar ce se poate: un element' }));
  expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(2);
});
