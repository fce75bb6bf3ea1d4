import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AuditEvent } from '@dosar/contracts';
import { dayAndTime } from '../../platform/hosting/time';
import { pdfOf, type PdfParagraph } from './pdf-pages';
import { trueType, type Font } from './true-type';

/** Letters of Romanian are in no font that every reader has: one with all of them goes along. */
const FONT = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';
let loaded: Promise<Font> | null = null;
const font = (): Promise<Font> => (loaded ??= readFile(createRequire(import.meta.url).resolve(FONT)).then(trueType));

const WORDS = {
  ro: { title: 'Jurnal de audit', system: 'Sistem', taken: 'Exportat la', nothing: 'Niciun eveniment.' },
  en: { title: 'Audit log', system: 'System', taken: 'Exported at', nothing: 'No events.' },
} as const;
type Words = (typeof WORDS)['ro' | 'en'];

/** An event as a person reads it: when, who, what; and below it all that it says. */
function* paragraphsOf(event: AuditEvent, words: Words): Generator<PdfParagraph> {
  const { timestamp, user, event_type, client_name, resource_type, resource_name } = event;
  const who = user ? `${user.name ?? user.id} (${user.role ?? '-'})` : words.system;
  const thing = resource_name === null ? resource_type : `${resource_type} „${resource_name}”`;
  const about = [dayAndTime(new Date(timestamp)), who, event_type, thing, client_name];
  yield { style: 'text', text: about.filter((part) => part !== null).join(' · ') };
  const { ip_address, user_agent, position, event_id, correlation_id } = event;
  const details = Object.keys(event.details).length === 0 ? null : JSON.stringify(event.details);
  const more = [details, ip_address, user_agent, `#${position}`, event_id, correlation_id];
  yield { style: 'small', text: more.filter((part) => part !== null).join(' · ') };
}

export async function* asPdf(
  pages: AsyncIterable<readonly AuditEvent[]>,
  language: 'ro' | 'en',
): AsyncGenerator<Buffer> {
  const words = WORDS[language];
  const paragraphs = async function* (): AsyncGenerator<PdfParagraph> {
    yield { style: 'title', text: words.title };
    yield { style: 'small', text: `${words.taken} ${dayAndTime(new Date())}` };
    let isEmpty = true;
    for await (const events of pages)
      for (const event of events) {
        isEmpty = false;
        yield* paragraphsOf(event, words);
      }
    if (isEmpty) yield { style: 'text', text: words.nothing };
  };
  yield* pdfOf(paragraphs(), { font: await font(), title: words.title, language });
}
