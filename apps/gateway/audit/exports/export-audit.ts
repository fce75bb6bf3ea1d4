import { Readable } from 'node:stream';
import { deedsApi, PDF_EVENTS, type AuditEvent, type InputOf } from '@dosar/contracts';
import { bytesFor, StreamedAnswers, type Sent } from '../../platform/connections/streamed-answers';
import { today } from '../../platform/hosting/time';
import { wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { NotedReads } from '../noted-reads';
import { asCsv, asJsonLines } from './export-csv';
import { asPdf } from './export-pdf';
import { ExportedEvents } from './exported-events';

type Query = InputOf<typeof deedsApi.export>['query'];
type Pages = AsyncIterable<readonly AuditEvent[]>;

const FORMATS: Readonly<
  Record<
    Query['format'],
    { readonly type: string; readonly bytes: (pages: Pages, language: 'ro' | 'en') => AsyncIterable<Buffer> }
  >
> = {
  csv: { type: 'text/csv; charset=utf-8', bytes: asCsv },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', bytes: asJsonLines },
  pdf: { type: 'application/pdf', bytes: asPdf },
};

export const exportAudit = useCase(deedsApi.export, async ({ query }, context) => {
  const { request, reply } = context.exchange;
  return bytesFor(reply, await exportFor(context, query, request.method === 'HEAD'));
});

const exportFor = async (context: UseCaseContext, query: Query, isHead: boolean): Promise<Sent> => {
  const { call, use } = context;
  const { type, bytes } = FORMATS[query.format];
  await mustFit(context, query);
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="audit-${today()}.${query.format}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  const made = isHead ? [] : bytes(await eventsFor(context, query), call.language);
  const sent = Readable.from(made, { objectMode: false, highWaterMark: 1 });
  // whoever is cut off is told so by the connection
  sent.on('error', (error) => context.installation.logger.info({ err: error }, 'an export was not sent whole'));
  return { status: 200, headers, bytes: use(StreamedAnswers).whileAllowed(call, sent) };
};

/** Nobody takes it away unseen: that they do is in the log before the first byte. */
const eventsFor = async (
  { call, installation, use }: UseCaseContext,
  { format, ...filters }: Query,
): Promise<Pages> => {
  const position = await use(NotedReads).exported(call, filters, format);
  if (!(await installation.views.reach(['audit'], position))) call.work.stale = true;
  return use(ExportedEvents).before(call, filters, position);
};

/** @throws Problem when it would be a book */
const mustFit = async ({ call, use }: UseCaseContext, { format, ...filters }: Query): Promise<void> => {
  if (format !== 'pdf') return;
  if ((await use(ExportedEvents).count(call, filters, PDF_EVENTS + 1)) > PDF_EVENTS)
    throw wrongField('format', 'pdf_events', { max: PDF_EVENTS });
};
