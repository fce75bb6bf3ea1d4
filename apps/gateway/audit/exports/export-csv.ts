import type { AuditEvent } from '@dosar/contracts';
import { timeThere } from '../../platform/hosting/time';

const COLUMNS: Readonly<Record<string, (event: AuditEvent) => string | null | undefined>> = {
  time: ({ timestamp }) => timeThere(new Date(timestamp)),
  event_type: ({ event_type }) => event_type,
  user_name: ({ user }) => user?.name,
  user_role: ({ user }) => user?.role,
  client_name: ({ client_name }) => client_name,
  resource_type: ({ resource_type }) => resource_type,
  resource_name: ({ resource_name }) => resource_name,
  details: ({ details }) => JSON.stringify(details),
  ip_address: ({ ip_address }) => ip_address,
  user_agent: ({ user_agent }) => user_agent,
  position: ({ position }) => position,
  event_id: ({ event_id }) => event_id,
  correlation_id: ({ correlation_id }) => correlation_id,
  command_id: ({ command_id }) => command_id,
  causation_id: ({ causation_id }) => causation_id,
  user_id: ({ user }) => user?.id,
  client_id: ({ client_id }) => client_id,
  resource_id: ({ resource_id }) => resource_id,
};

/** What begins like this is computed by programs of tables, whoever wrote it. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|\t\r\uff1d\uff0b\uff0d\uff20]/u;

const cellOf = (text: string | null | undefined): string => {
  if (text === null || text === undefined || text === '') return '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Programs of tables take a comma in Romanian for a part of a number, and see by the first character that this is UTF-8. */
const separatorIn = (language: string): string => (language === 'ro' ? ';' : ',');

const lineOf = (cells: readonly (string | null | undefined)[], language: string): string =>
  `${cells.map(cellOf).join(separatorIn(language))}\r\n`;

export async function* asCsv(pages: AsyncIterable<readonly AuditEvent[]>, language: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${lineOf(Object.keys(COLUMNS), language)}`);
  const columns = Object.values(COLUMNS);
  for await (const events of pages)
    yield Buffer.from(
      events
        .map((event) =>
          lineOf(
            columns.map((of) => of(event)),
            language,
          ),
        )
        .join(''),
    );
}

/** An event a line, as the API answers it. */
export async function* asJsonLines(pages: AsyncIterable<readonly AuditEvent[]>): AsyncGenerator<Buffer> {
  for await (const events of pages) yield Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
