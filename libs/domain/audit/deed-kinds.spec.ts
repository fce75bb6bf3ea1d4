import { registry } from '../registry';
import { DEED_PLACES } from './deed-kinds';

describe('what events say of a deed', () => {
  it('is known of every type that there is', () =>
    expect([...DEED_PLACES.keys()].sort()).toEqual([...registry.keys()].sort()));
});
