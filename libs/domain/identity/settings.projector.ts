import { put, view } from '@dosar/kernel';
import { DEFAULT_SETTINGS, type Settings } from '@dosar/contracts';
import { SETTINGS_ROW, type SettingsEvent } from './settings.events';

export const settings = view<SettingsEvent, Settings>()({
  view: 'settings',
  version: 2,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  audienceOf: () => 'installation',
  on: {
    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const row = (await rows.get(SETTINGS_ROW)) ?? DEFAULT_SETTINGS;
      return put(SETTINGS_ROW, {
        two_step_required: twoStepRequired?.to ?? row.two_step_required,
        cui_check: cuiCheck?.to ?? row.cui_check,
      });
    },
  },
});
