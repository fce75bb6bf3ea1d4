import { dataKeys } from './data-keys';
import { projects } from '../testing';
import { AccountEvents } from '../testing/account';

describe('the keys that the log names', () => {
  const given = projects<{ readonly type: string; readonly data: object }>(dataKeys, AccountEvents);
  const sealed = (...sealedWith: string[]) => ({ type: 'Deposited', data: { amount: 1 }, sealedWith });

  it('are each known once, whatever was sealed with them', () =>
    given(sealed('origin:u-1/2026'), sealed(), sealed('client:c-1/1', 'origin:u-1/2026')).thenRows({
      'origin:u-1/2026': { id: 'origin:u-1/2026' },
      'client:c-1/1': { id: 'client:c-1/1' },
    }));
});
