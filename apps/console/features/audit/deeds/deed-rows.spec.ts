import type { AuditEvent, Deed } from '@dosar/contracts';
import { rowsOf } from './deed-rows';

const deed = (id: string, timestamp: string) => ({ correlation_id: id, timestamp }) as Deed;
const event = (id: string) => ({ event_id: id }) as AuditEvent;

describe('the list of deeds', () => {
  // in Bucharest the day begins two hours earlier
  const deeds = [
    deed('c', '2026-11-25T22:30:00Z'),
    deed('b', '2026-11-25T21:30:00Z'),
    deed('a', '2026-11-25T08:00:00Z'),
  ];
  const keys = (id: string | null) => rowsOf(deeds, { id, events: [event('e1'), event('e2')] }).map(({ key }) => key);

  it('has a heading for each day of Bucharest', () => {
    expect(keys(null)).toEqual(['day 26.11.2026', 'c', 'day 25.11.2026', 'b', 'a']);
  });

  it('has what can be done with the opened deed and its events below it, and of no other', () => {
    expect(keys('b')).toEqual(['day 26.11.2026', 'c', 'day 25.11.2026', 'b', 'acts b', 'e1', 'e2', 'foot b', 'a']);
    expect(keys('x')).toEqual(keys(null));
  });
});
