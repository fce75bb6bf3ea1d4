import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { CuiCheck, MemberRole } from '../event-values';
import { change } from '../change';

export const SettingsEvents = events(
  'settings',
  {
    SettingsChanged: shape(
      z.object({ twoStepRequired: change(z.array(MemberRole)), cuiCheck: change(CuiCheck) }).partial(),
    ),
  },
  () => null,
);
export type SettingsEvent = EventOf<typeof SettingsEvents>;

/** There is one stream of settings, without an id; its row has this one. */
export const SETTINGS_STREAM = '';
export const SETTINGS_ROW = 'settings';
