import { settingsApi } from '@dosar/contracts';
import { settings } from '@dosar/domain/identity/settings.decider';
import { SETTINGS_STREAM } from '@dosar/domain/identity/settings.events';
import { settings as settingsView } from '@dosar/domain/identity/settings.projector';
import type { Installation } from '../../platform/hosting/installation';
import { named, type Json } from '../../platform/http/json';
import { useCase } from '../../platform/use-cases/use-case';

/** Settings of the whole installation. */
export const getSettings = useCase(settingsApi.get, (_, { call, installation, rows }) => {
  const shown = () => Promise.resolve(settingsShown(installation).text);
  return rows.part(call, { view: settingsView, audience: 'installation' }, shown);
});

export const changeSettings = useCase(settingsApi.change, async ({ body: changes }, { call, installation, writes }) => {
  const { two_step_required: roles, cui_check: cuiCheck } = changes;
  const write = await writes.begin(call, changes);
  const data = {
    ...(roles && { twoStepRequired: [...new Set(roles)].sort() }),
    ...(cuiCheck && { cuiCheck }),
  };
  await write.handle(settings, SETTINGS_STREAM, { type: 'ChangeSettings', data });
  await writes.visible(call);
  return settingsShown(installation);
});

const settingsShown = ({ access }: Installation): Json => named('settings', JSON.stringify(access.settings()));
