import { put, type Projector } from '@dosar/kernel';
import { DEFAULT_SETTINGS, type Settings } from '@dosar/contracts';
import { INSTALLATION_SETTINGS, type SettingsEvent } from './settings.events';

export const settings: Projector<SettingsEvent, Settings> = {
  view: 'settings',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  audienceOf: () => 'installation',
  on: {
    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const row = (await rows.get(INSTALLATION_SETTINGS)) ?? DEFAULT_SETTINGS;
      return put(INSTALLATION_SETTINGS, {
        two_step_required: twoStepRequired?.to ?? row.two_step_required,
        cui_check: cuiCheck?.to ?? row.cui_check,
      });
    },
  },
};
