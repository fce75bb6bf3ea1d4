import { useTranslation } from 'react-i18next';
import type { Health } from '@dosar/contracts';
import { sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';

const GB = 1024 ** 3;
/** Below either of these a disk is nearly full. */
const LITTLE = { bytes: 5 * GB, share: 0.1 };
const WEEK_MS = 7 * 24 * 60 * 60_000;

export type TaskName = 'mail' | 'letters' | 'disk' | 'backup' | 'backupOld' | `part:${string}`;

/** What should be done, the most urgent first. Pure, so that each case has its test. */
export const tasksIn = ({ components = {}, figures }: Health, now: number): readonly TaskName[] => {
  const wrong = Object.entries(components).filter(([, { status }]) => status !== 'ok');
  const down = wrong.filter(([, { status }]) => status === 'unavailable');
  const parts = [...down, ...wrong.filter((each) => !down.includes(each))];
  const tasks: TaskName[] = parts.map(([name]) => `part:${name}` as const);
  if (!figures) return tasks;
  const { disk, letters, backup, is_in_folder } = figures;
  if (disk && (disk.free < LITTLE.bytes || disk.free < disk.total * LITTLE.share)) tasks.push('disk');
  if (is_in_folder && backup === null) tasks.push('backup');
  if (backup && backup.records_since > 0 && now - Date.parse(backup.made_at) > WEEK_MS) tasks.push('backupOld');
  if (!letters.leave) tasks.push('mail');
  if ((letters.given_up ?? 0) > 0) tasks.push('letters');
  return tasks;
};

/** The same in words: what is so, and what to do about it. `at`: when that was the health, in ms since 1970. */
export const useHealthTasks = (
  health: Health,
  at: number,
): readonly { readonly what: string; readonly how: string }[] => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { figures } = health;
  return tasksIn(health, at).map((task) => {
    if (task.startsWith('part:')) {
      const name = t(`words.parts.${task.slice(5)}`, { defaultValue: task.slice(5) });
      return { what: t('healthPage.part', { name }), how: t('healthPage.partHow') };
    }
    const free = sizeOf(figures?.disk?.free ?? 0, language);
    const values = { free, count: figures?.letters.given_up ?? 0 };
    const known = task as Exclude<TaskName, `part:${string}`>;
    return { what: t(`healthPage.todo.${known}.what`, values), how: t(`healthPage.todo.${known}.how`, values) };
  });
};
