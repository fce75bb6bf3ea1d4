import { LIVE } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { Problem } from '../http/problem';
import { refusalOf } from './refusal-of';

describe('a handshake that is refused', () => {
  it.each([
    ['whose token is none', new Problem('AUTHENTICATION_REQUIRED'), LIVE.refused],
    ['whose session is over', new Problem('SESSION_EXPIRED'), LIVE.refused],
    ['of a session with too many', new Problem('TOO_MANY_REQUESTS'), LIVE.full],
    ['that says nonsense', new Problem('VALIDATION_FAILED'), LIVE.malformed],
    ['during an outage', new Unavailable('the log is out of reach'), LIVE.unavailable],
    ['while the server starts', new Problem('UNAVAILABLE'), LIVE.unavailable],
    ['by a defect', new TypeError('undefined is not a function'), LIVE.unavailable],
  ])('%s is told why', (_, error, why) => {
    expect(refusalOf(error)).toBe(why);
  });
});
