import { projects } from '@dosar/kernel/testing';
import { SETTINGS_ROW, SettingsEvents, type SettingsEvent } from './settings.events';
import { settings } from './settings.projector';

const given = projects<SettingsEvent>(settings, SettingsEvents);
const required: SettingsEvent = { type: 'SettingsChanged', data: { twoStepRequired: { from: [], to: ['admin'] } } };
const checked: SettingsEvent = { type: 'SettingsChanged', data: { cuiCheck: { from: 'warn', to: 'enforce' } } };
const shows = (two_step_required: string[], cui_check: string, ...events: SettingsEvent[]) =>
  given(...events).thenRows({ [SETTINGS_ROW]: { two_step_required, cui_check } });

describe('the view of settings', () => {
  it('shows what was changed, and what else is the default', async () => {
    await shows(['admin'], 'warn', required);
    await shows([], 'enforce', checked);
  });
  it('keeps one setting when the other is changed', async () => {
    await shows(['admin'], 'enforce', required, checked);
    await shows(['admin'], 'enforce', checked, required);
  });
});
