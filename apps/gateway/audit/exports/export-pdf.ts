import PDFDocument from 'pdfkit';
import type { AuditEvent } from '@dosar/contracts';
import { pace } from '@dosar/kernel/runtime';
import { FONT } from '../../platform/hosting/fonts';
import { dayAndTime } from '../../platform/hosting/time';

const STYLES = {
  title: { size: 15, color: '#000000', gap: 6 },
  text: { size: 8.5, color: '#000000', gap: 1 },
  small: { size: 7, color: '#595959', gap: 4 },
} as const;
const MARGIN = 48;

const WORDS = {
  ro: { title: 'Jurnal de audit', system: 'Sistem', taken: 'Exportat la', nothing: 'Niciun eveniment.' },
  en: { title: 'Audit log', system: 'System', taken: 'Exported at', nothing: 'No events.' },
} as const;
type Words = (typeof WORDS)['ro' | 'en'];

/** What no font draws, and what would turn the direction of a line. */
const UNDRAWN = /[\p{Cc}\p{Cf}]+/gu;

/** An event as a person reads it: when, who, what; and below it all that it says. */
const linesOf = (event: AuditEvent, words: Words): readonly (readonly [keyof typeof STYLES, string])[] => {
  const { timestamp, user, event_type, client_name, resource_type, resource_name } = event;
  const who = user ? `${user.name ?? user.id} (${user.role ?? '-'})` : words.system;
  const thing = resource_name === null ? resource_type : `${resource_type} „${resource_name}”`;
  const about = [dayAndTime(new Date(timestamp)), who, event_type, thing, client_name];
  const { ip_address, user_agent, position, event_id, correlation_id } = event;
  const details = Object.keys(event.details).length === 0 ? null : JSON.stringify(event.details);
  const more = [details, ip_address, user_agent, `#${position}`, event_id, correlation_id];
  const joined = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');
  return [
    ['text', joined(about)],
    ['small', joined(more)],
  ];
};

/** A page after the other: those that are full are handed out while the next is written. */
export async function* asPdf(
  pages: AsyncIterable<readonly AuditEvent[]>,
  language: 'ro' | 'en',
): AsyncGenerator<Buffer> {
  const words = WORDS[language];
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: FONT,
    lang: language,
    displayTitle: true,
    info: { Title: words.title, Producer: 'Dosar', Creator: 'Dosar' },
  });
  const write = (style: keyof typeof STYLES, text: string) => {
    const { size, color, gap } = STYLES[style];
    document.fontSize(size).fillColor(color).text(text.normalize('NFC').replace(UNDRAWN, ' '), { paragraphGap: gap });
  };
  const rest = pace();
  write('title', words.title);
  write('small', `${words.taken} ${dayAndTime(new Date())}`);
  let isEmpty = true;
  for await (const events of pages)
    for (const event of events) {
      isEmpty = false;
      for (const [style, text] of linesOf(event, words)) write(style, text);
      await rest();
      yield* written(document);
    }
  if (isEmpty) write('text', words.nothing);
  document.end();
  for await (const bytes of document) yield bytes as Buffer;
}

/** What it has ready. */
function* written(document: PDFKit.PDFDocument): Generator<Buffer> {
  for (let bytes: unknown = document.read(); bytes !== null; bytes = document.read()) yield bytes as Buffer;
}
