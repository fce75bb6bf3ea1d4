/** @jest-environment ./testing/browser.cjs */
import { screen, within } from '@testing-library/react';
import type { Health } from '@dosar/contracts';
import { aServer, show } from '../../testing/screen';
import { HealthPageScreen } from './health-page.screen';
import { tasksIn } from './health-tasks';

const GB = 1024 ** 3;
const NOW = Date.parse('2026-09-14T09:00:00.000Z');
type Figures = NonNullable<Health['figures']>;
const figures = (more: Partial<Figures> = {}): Figures => ({
  is_in_folder: true,
  disk: { free: 80 * GB, total: 100 * GB },
  letters: { leave: true, waiting: 0, given_up: 0 },
  backup: { made_at: '2026-09-14T00:15:00.000Z', records_since: 12 },
  ...more,
});
const well: Health = { status: 'ok', components: { log: { status: 'ok' } }, figures: figures() };

describe('what is to be done about an installation', () => {
  it.each<[string, Health, string[]]>([
    ['nothing, where all is well', well, []],
    ['a disk that is nearly full', { ...well, figures: figures({ disk: { free: 4 * GB, total: 20 * GB } }) }, ['disk']],
    [
      'a large disk of which a tenth is left',
      { ...well, figures: figures({ disk: { free: 9 * GB, total: 100 * GB } }) },
      ['disk'],
    ],
    ['no backup', { ...well, figures: figures({ backup: null }) }, ['backup']],
    [
      'a backup of last month',
      { ...well, figures: figures({ backup: { made_at: '2026-08-14T00:15:00.000Z', records_since: 3 } }) },
      ['backupOld'],
    ],
    [
      'no backup of what has not changed since',
      { ...well, figures: figures({ backup: { made_at: '2026-08-14T00:15:00.000Z', records_since: 0 } }) },
      [],
    ],
    [
      'services of others keep what is distributed',
      { ...well, figures: figures({ is_in_folder: false, disk: null, backup: null }) },
      [],
    ],
    [
      'letters that go nowhere',
      { ...well, figures: figures({ letters: { leave: false, waiting: 0, given_up: 2 } }) },
      ['mail', 'letters'],
    ],
    [
      'nothing of letters of which is not known whether they were given up',
      { ...well, figures: figures({ letters: { leave: true, waiting: null, given_up: null } }) },
      [],
    ],
    [
      'parts, the worst first',
      { ...well, components: { search: { status: 'degraded' }, log: { status: 'unavailable' } } },
      ['part:log', 'part:search'],
    ],
  ])('%s', (_, health, tasks) => expect(tasksIn(health, NOW)).toEqual(tasks));
});

describe('the page of health', () => {
  it('says what is wrong, what to do, and the figures', async () => {
    const detail = 'the search does not answer';
    const shown: Health = {
      status: 'ok',
      components: { log: { status: 'ok', detail: 'fine' }, search: { status: 'degraded', detail } },
      software: { version: '1.2.3', commit: 'abcdef0123', level: 4 },
      figures: figures({ letters: { leave: false, waiting: 3, given_up: 0 }, backup: null }),
    };
    aServer({ 'GET /health/details': () => shown });
    await show(<HealthPageScreen />);
    const tasks = within(await screen.findByRole('region', { name: 'De făcut' }));
    expect(tasks.getAllByRole('listitem').map((item) => item.querySelector('strong')!.textContent)).toEqual([
      'Căutarea: ceva nu este în regulă',
      'Încă nu s-a făcut nicio copie de siguranță',
      'Scrisorile nu pleacă de pe server',
    ]);
    expect(screen.getByText('1.2.3 · abcdef01')).toBeTruthy();
    expect(screen.getByText('80 GB liberi din 100 GB')).toBeTruthy();
    const parts = within(screen.getByRole('region', { name: 'Părțile' }));
    expect(parts.getByText(detail).getAttribute('lang')).toBe('en');
    expect(parts.queryByText('fine')).toBeNull();
  });

  it('says of what is not known that it is not', async () => {
    aServer({ 'GET /health/details': () => ({ status: 'ok', components: {} }) });
    await show(<HealthPageScreen />);
    const rows = within(await screen.findByRole('region', { name: 'Pe scurt' }));
    expect(rows.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(Array(4).fill('nu se știe'));
  });
});
