/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen } from '@testing-library/react';
import { aFile } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import type { StatusChange } from '../files.mutations';
import { States } from './states';

describe('the states of a document that is looked at', () => {
  it('are set by a key that is pressed, once however long it is held', async () => {
    const changes: StatusChange[] = [];
    await show(<States file={aFile('a', 'bon.pdf')} onChange={(change) => changes.push(change)} />);
    await screen.findByRole('group');
    const press = (key: string, repeat = false) => fireEvent.keyDown(document.documentElement, { key, repeat });
    press('3');
    press('3', true);
    press('3', true);
    press('2');
    expect(changes).toEqual([{ process_state: 'processed' }, { process_state: 'processing' }]);
  });
});
