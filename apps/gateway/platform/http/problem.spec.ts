import type { Decider, Message } from '@dosar/kernel/runtime';
import { codeOf } from './problem';
import type { Write } from '../writes/writes';

type Spec = Message<'Happened', Record<string, never>>;

describe('a refusal', () => {
  it('has a code in the face of a context, or its decider cannot be asked', () => {
    const ask = (write: Write, decider: Decider<null, Spec, Spec, 'spec/without-code'>) =>
      // @ts-expect-error -- no context says which code stands for it
      write.handle(decider, '1', { type: 'Happened', data: {} });
    expect(typeof ask).toBe('function');
    expect(() => codeOf({ refused: 'spec/without-code' })).toThrow('spec/without-code');
    expect(codeOf({ refused: 'drive/quota' })).toBe('QUOTA_EXCEEDED');
  });
});
