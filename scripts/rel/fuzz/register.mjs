// A stand-in for the public register of companies, on loopback: it knows those whose number is even.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT } from '../server.mjs';

const recorded = (name) =>
  JSON.parse(readFileSync(join(ROOT, `libs/adapters/companies/recorded/${name}.json`), 'utf8'));

export const startRegister = async () => {
  const found = recorded('found');
  const none = recorded('not-found');
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const [{ cui }] = JSON.parse(text);
    const isKnown = cui % 2 === 0;
    const [company] = found.found;
    const answer = isKnown
      ? { found: [{ ...company, date_generale: { ...company.date_generale, cui } }], notFound: [] }
      : none;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/tva`, stop: () => server.close() };
};
