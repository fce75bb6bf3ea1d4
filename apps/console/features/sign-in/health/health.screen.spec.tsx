/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { aServer, show } from '../../../testing/screen';
import { HealthScreen } from './health.screen';

const CALL = 'GET /health/details';

describe('whoever is signed in to health alone', () => {
  it('is told which parts are wrong, and not of those that are well', async () => {
    const damage = 'the record at position 7 is damaged';
    const components = { log: { status: 'unavailable', detail: damage }, mail: { status: 'ok' } };
    aServer({ [CALL]: () => Response.json({ status: 'unavailable', components }) });
    await show(<HealthScreen />);
    expect((await screen.findByRole('alert')).textContent).toBe(`Jurnalul: nu merge.${damage}`);
    expect(screen.queryByText(/mail/)).toBeNull();
    expect(screen.getByText(/^Până când jurnalul este reparat/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Deconectare' })).toBeTruthy();
  });

  it('is told when it cannot be asked', async () => {
    aServer({
      [CALL]: () => Response.json({ error: 'Nu merge.', code: 'UNAVAILABLE', correlation_id: 'x' }, { status: 503 }),
    });
    await show(<HealthScreen />);
    expect((await screen.findByRole('alert')).textContent).toContain('Nu merge.');
  });
});
