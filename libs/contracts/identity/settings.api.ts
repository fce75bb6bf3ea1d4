import { endpoint, oneOf } from '../endpoint';
import { Settings } from './identity.view';

export const settingsApi = {
  get: endpoint({
    method: 'GET',
    path: '/settings',
    summary: 'What is set for the whole installation.',
    status: 200,
    reply: oneOf('settings', Settings),
    view: 'settings',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/settings',
    summary: 'Who must sign in with a second step, and how much the check digit of a cui counts.',
    body: Settings.partial().strict(),
    status: 200,
    reply: oneOf('settings', Settings),
  }),
};
