import { agentIn, isHandheld } from './agent';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1';

describe('what a device is called', () => {
  it.each([
    [CHROME, { browser: 'Chrome 156', system: 'Linux' }, false],
    [FIREFOX, { browser: 'Firefox 140', system: 'Windows' }, false],
    [IPHONE, { browser: 'Safari 18', system: 'iOS' }, true],
  ])('is said by %s', (userAgent, words, inHand) => {
    expect(agentIn(userAgent)).toEqual(words);
    expect(isHandheld(userAgent)).toBe(inHand);
  });

  it('is not guessed', () => {
    expect(agentIn('')).toBeNull();
    expect(agentIn('curl/8.5.0')).toBeNull();
  });
});
