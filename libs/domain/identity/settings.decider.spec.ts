import { decides } from '@dosar/kernel/testing';
import { DEFAULT_SETTINGS } from '@dosar/contracts';
import { settings } from './settings.decider';
import type { SettingsEvent } from './settings.events';

const given = decides(settings);
const change = (data: Partial<Parameters<typeof settings.decide.ChangeSettings>[0]>) =>
  ({ type: 'ChangeSettings', data }) as const;
const required: SettingsEvent = { type: 'SettingsChanged', data: { twoStepRequired: { from: [], to: ['admin'] } } };

describe('settings', () => {
  it('begin with what is the default', () => {
    const { two_step_required: twoStepRequired, cui_check: cuiCheck } = DEFAULT_SETTINGS;
    given().when(change({ twoStepRequired, cuiCheck })).thenNothing();
  });
  it('are changed one after the other', () => {
    given()
      .when(change({ twoStepRequired: ['admin'] }))
      .then(required);
    given(required)
      .when(change({ twoStepRequired: ['admin'], cuiCheck: 'enforce' }))
      .then({ type: 'SettingsChanged', data: { cuiCheck: { from: 'warn', to: 'enforce' } } });
  });
  it('that are what is asked for do not change', () => {
    given(required)
      .when(change({ twoStepRequired: ['admin'] }))
      .thenNothing();
    given().when(change({})).thenNothing();
  });
});
