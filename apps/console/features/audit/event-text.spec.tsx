/** @jest-environment ./testing/browser.cjs */
import { cleanup, screen } from '@testing-library/react';
import type { AuditEvent } from '@dosar/contracts';
import { show } from '../../testing/screen';
import { useEventText } from './event-text';

const Summary = ({ event }: { readonly event: AuditEvent }) => {
  const { titleOf, summaryOf } = useEventText();
  return <p role="note">{`${titleOf(event.event_type)} | ${summaryOf(event)}`}</p>;
};

/** What is said of an event. */
const said = async (event_type: string, details: object, resource_name: string | null = null) => {
  await show(<Summary event={{ event_type, details, resource_name } as AuditEvent} />);
  const text = screen.getByRole('note').textContent;
  cleanup();
  return text;
};

describe('an event in words', () => {
  it('says what it was about, by the name that is known of it', async () => {
    expect(await said('FileUploaded', { file_name: 'bon.pdf', name: 'x' })).toMatch(/\| bon\.pdf$/);
    expect(await said('FolderCreated', { file_name: '', folder_name: 'Facturi' })).toMatch(/\| Facturi$/);
    expect(await said('FirmCreated', {}, 'Cifra')).toMatch(/\| Cifra$/);
  });

  it('is called by its type where nobody has named it', async () => {
    expect(await said('SomethingNew', { name: 'x' })).toBe('SomethingNew | x');
    expect(await said('FileUploaded', {})).not.toMatch(/^FileUploaded/);
  });

  it('says how it was done where it was done to nothing', async () => {
    expect(await said('X', { kind: 'move', status: 'new', method: '', reason: 7 })).toMatch(/^X \| [^·]+ · Nou$/);
    expect(await said('X', {})).toBe('X | ');
  });

  it('says what changed, from what to what', async () => {
    const of = (from: unknown, to: unknown, more: object = {}) => said('X', { ...more, from, to });
    expect(await of('new', 'processed')).toBe('X | Nou → Prelucrat');
    expect(await of('new', 'processed', { file_name: 'bon.pdf' })).toBe('X | bon.pdf: Nou → Prelucrat');
    expect(await of(false, true)).toBe('X | nu → da');
    expect(await of(null, ['a', 'b'])).toMatch(/ → 2$/);
    expect(await of(1, 2, { name: 'cotă' })).toBe('X | cotă: 1 → 2');
  });

  it('says a value of several fields by those that people read, and a change in it by both ends', async () => {
    expect(await said('X', { from: null, to: { kind: 'upload', id: null } })).toBe('X | nimic → Încărcare');
    expect(await said('X', { from: null, to: { size: 7, position: '9', root: 'r' } })).toBe('X | nimic → 7');
    expect(await said('X', { from: null, to: { name: { from: 'A', to: 'B' }, cui: { from: '1', to: '2' } } })).toBe(
      'X | nimic → Nume: A → B · CUI: 1 → 2',
    );
  });

  it('says a renaming by its two names, and not a third', async () => {
    expect(await said('X', { from: 'a.pdf', to: 'b.pdf' }, 'b.pdf')).toBe('X | a.pdf → b.pdf');
    expect(await said('X', { from: 'Facturi', to: 'Facturi' })).toBe('X | Facturi');
    expect(await said('X', { from: 'Facturi', to: 'Facturi', folder_name: 'F' })).toBe('X | F');
  });

  it('says of many fields those that differ, each by its name', async () => {
    const from = { language: 'ro', theme: 'dark', role: 'user' };
    const text = await said('X', { from, to: { ...from, language: 'en', phone: '0744' } });
    expect(text).toBe('X | Limbă: Română → English · Telefon: nimic → 0744');
  });

  it('says of an alarm whose it is, and of what', async () => {
    expect(await said('AlarmRaised', { alarm: 'downloads' }, 'Ana')).toBe(
      'Alarmă | Ana: Descărcări neobișnuit de multe',
    );
    expect(await said('AlarmRaised', { alarm: 'deletions', files: 501 }, 'Ana')).toBe(
      'Alarmă | Ana: Ștergeri neobișnuit de multe',
    );
  });

  it('says a place in the folders by its path', async () => {
    const from = { folder_path: '/A', folder_id: '1' };
    const to = { folder_path: '/B', folder_id: '2' };
    expect(await said('X', { from, to, file_name: 'bon.pdf' })).toBe('X | bon.pdf: /A → /B');
  });
});
