import { Findings } from './findings';

describe('what was found to be wrong', () => {
  const aLog = () => {
    const said: string[] = [];
    return { said, findings: new Findings({ error: (_: unknown, what: string) => void said.push(what) } as never) };
  };

  it('is one sentence a cause, with a count, however many records it is found in', () => {
    const { said, findings } = aLog();
    for (let at = 1; at <= 250; at += 1) findings.count('log', 'the key client:1/1 is missing', `event ${at % 200}`);
    findings.count('log', 'the key client:2/1 is missing', 'event 7');
    expect(findings.of('log')).toEqual([
      '200 times, first in event 1: the key client:1/1 is missing',
      'event 7: the key client:2/1 is missing',
    ]);
    expect(said).toHaveLength(4);
    findings.clear('log');
    expect(findings.all).toEqual([]);
    findings.count('log', 'the key client:1/1 is missing', 'event 9');
    expect(findings.of('log')).toEqual(['event 9: the key client:1/1 is missing']);
  });
});
