import { noted, type Act } from './activity';

let made = 0;
const minute = (at: number) => new Date(Date.UTC(2026, 8, 1, 9, at)).toISOString();
const act = (type: string, at: number, more: Partial<Act> = {}): Act => {
  made += 1;
  const id = String(made);
  return {
    id,
    firstId: id,
    position: id,
    type,
    at: minute(at),
    clientId: 'c',
    actor: { id: 'ana', role: 'user' },
    resource: { type: type.startsWith('File') ? 'file' : 'folder', id },
    correlationId: `deed ${id}`,
    to: null,
    count: 1,
    before: null,
    ...more,
  };
};
const lines = (...acts: readonly Act[]) =>
  acts
    .reduce<readonly Act[]>(noted, [])
    .map(({ type, to, count }) => [count, type, ...(to === null ? [] : [to])].join(' '));
const processed = (at: number, more: Partial<Act> = {}) =>
  act('FileProcessStateChanged', at, { to: 'processed', ...more });
const booked = (at: number, more: Partial<Act> = {}) =>
  act('FileAccountingStatusChanged', at, { to: 'accounting_completed', ...more });

describe('what was done last', () => {
  it('is one line for all that somebody does in a row', () => {
    expect(lines(act('FileUploaded', 0), act('FileUploaded', 1), act('FileUploaded', 29))).toEqual(['3 FileUploaded']);
    expect(lines(act('FileUploaded', 0), act('FileUploaded', 31))).toEqual(['1 FileUploaded', '1 FileUploaded']);
    expect(lines(booked(0), booked(1), booked(2, { to: 'accounting_in_review' }))).toEqual([
      '1 FileAccountingStatusChanged accounting_in_review',
      '2 FileAccountingStatusChanged accounting_completed',
    ]);
  });
  it('is a line each where others do it, for another client, or where a name is said', () => {
    const other = { actor: { id: 'dan', role: 'user' } };
    expect(lines(act('FileUploaded', 0), act('FileUploaded', 1, other))).toHaveLength(2);
    expect(lines(act('FileUploaded', 0), act('FileUploaded', 1, { clientId: 'd' }))).toHaveLength(2);
    expect(lines(act('FileRenamed', 0), act('FileRenamed', 1))).toHaveLength(2);
    expect(lines(act('FileUploaded', 0, { actor: null }), act('FileUploaded', 1, { actor: null }))).toHaveLength(2);
  });
  it('names a deletion by its folder, not by what was in it', () => {
    const one = { correlationId: 'one' };
    expect(
      lines(
        act('FileDeleted', 0, one),
        act('FileDeleted', 0, one),
        act('FolderDeleted', 0, one),
        act('FileDeleted', 0, one),
        act('FolderDeleted', 0, one),
      ),
    ).toEqual(['2 FolderDeleted']);
    expect(lines(act('FileDeleted', 0), act('FolderDeleted', 0))).toEqual(['1 FolderDeleted', '1 FileDeleted']);
  });
  it('says of what is booked only that, whatever was processed before it', () => {
    const one = { correlationId: 'one' };
    expect(lines(processed(0, one), booked(0, one), processed(0, one), booked(0, one))).toEqual([
      '2 FileAccountingStatusChanged accounting_completed',
    ]);
    expect(
      lines(processed(0), processed(1), processed(2, one), booked(2, one), processed(2, one), booked(2, one)),
    ).toEqual(['2 FileAccountingStatusChanged accounting_completed', '2 FileProcessStateChanged processed']);
  });
  it('names again what an act was about before, when what it was about is said by another', () => {
    const story = (...acts: readonly Act[]) =>
      acts.reduce<readonly Act[]>(noted, []).map(({ type, count, resource, at }) => [type, count, resource.id, at]);
    const a = processed(0, { resource: { type: 'file', id: 'a' } });
    const one = { correlationId: 'one', resource: { type: 'file', id: 'b' } };
    const two = { correlationId: 'one', resource: { type: 'file', id: 'c' } };
    expect(story(a, act('FileUploaded', 1), processed(2, one), processed(2, two), booked(2, one))).toEqual([
      ['FileAccountingStatusChanged', 1, 'b', minute(2)],
      ['FileUploaded', 1, expect.any(String) as string, minute(1)],
      ['FileProcessStateChanged', 1, 'a', minute(0)],
    ]);
  });
  it('says of what is taken back only where it is now', () => {
    const one = { correlationId: 'one' };
    const back = act('FileProcessStateChanged', 0, { to: 'new', ...one });
    expect(lines(act('FileAccountingStatusChanged', 0, one), back)).toEqual(['1 FileProcessStateChanged new']);
    expect(lines(back, act('FileAccountingStatusChanged', 0, one))).toEqual(['1 FileProcessStateChanged new']);
  });
});
