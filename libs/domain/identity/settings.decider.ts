import { ofInstallation, type Decider, type Message } from '@dosar/kernel';
import { DEFAULT_SETTINGS, type CuiCheck, type MemberRole } from '@dosar/contracts';
import { changed, changesOf, isEmpty } from '../change';
import { SettingsEvents, type SettingsEvent } from './settings.events';

export type SettingsState = { readonly twoStepRequired: MemberRole[]; readonly cuiCheck: CuiCheck };
export type SettingsCommand = Message<'ChangeSettings', Partial<SettingsState>>;

export const settings: Decider<SettingsState, SettingsCommand, SettingsEvent, never> = {
  events: SettingsEvents,
  initial: () => ({ twoStepRequired: DEFAULT_SETTINGS.two_step_required, cuiCheck: DEFAULT_SETTINGS.cui_check }),
  decide: {
    ChangeSettings: (wanted, state) => {
      const changes = changesOf(state, wanted);
      return isEmpty(changes) ? [] : [{ type: 'SettingsChanged', data: changes }];
    },
  },
  belongsTo: () => ofInstallation,
  evolve: {
    SettingsChanged: (changes, state) => changed(state, changes),
  },
};
