import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventSchemas, eventSchemasText } from './event-schemas';
import { registry } from './registry';

const FILE = join(__dirname, '../kernel/EVENTS.json');

describe('the catalogue of events beside FORMAT.md', () => {
  it('is what the events are (UPDATE=1 writes it anew)', () => {
    if (process.env['UPDATE']) writeFileSync(FILE, eventSchemasText());
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(eventSchemas());
  });

  it('has every event, and says which members are personal', () => {
    const all = Object.values(eventSchemas()).flatMap((types) => Object.keys(types));
    expect(all.sort()).toEqual([...registry.keys()].sort());
    expect(eventSchemas()['message']!['MessageSent']).toMatchObject({
      version: 1,
      data: { properties: { text: { 'x-personal': 'content' }, year: { type: 'integer' } } },
    });
  });
});
