import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from '@dosar/kernel/runtime';
import { anaf } from './anaf';

const recorded = (name: string) => readFileSync(join(__dirname, 'recorded', `${name}.json`), 'utf8');

describe('the look-up of companies', () => {
  let server: Server;
  let answer: { status: number; body: string };
  let asked: { body: string; at: number }[];
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/PlatitorTvaRest/v9/tva`;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        asked.push({ body, at: Date.now() });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  });
  beforeEach(() => (asked = []));
  afterAll(() => server.close());

  it('reads what the register answers of a company that pays VAT', async () => {
    answer = { status: 200, body: recorded('found') };
    expect(await anaf(url(), 0).find('18547290')).toEqual({
      name: 'BRUTĂRIA ȚĂRĂNEASCĂ SRL',
      taxId: '18547290',
      registrationNumber: 'J40/1234/2006',
      registeredOn: '2006-04-03',
      address: 'MUNICIPIUL BUCUREȘTI, SECTOR 3, STR. LIPSCANI, NR.12, ET.1',
      phone: '0213112233',
      isVatPayer: true,
      isInactive: false,
    });
    expect(JSON.parse(asked[0]!.body)).toEqual([
      { cui: 18547290, data: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string },
    ]);
  });

  it('reads one that is inactive and pays none, with empty texts as nothing', async () => {
    answer = { status: 200, body: recorded('inactive') };
    expect(await anaf(url(), 0).find('13267213')).toMatchObject({
      isVatPayer: false,
      isInactive: true,
      phone: null,
      registrationNumber: null,
    });
  });

  it('takes a status of 404 with its body for a company that is not known', async () => {
    answer = { status: 404, body: recorded('not-found') };
    expect(await anaf(url(), 0).find('12345678')).toBeNull();
  });

  it.each([
    ['an error', 500, '{}'],
    ['a page', 200, '<html>'],
    ['another shape', 200, '{"found": [{"x": 1}]}'],
  ])('is out of reach when it answers with %s', async (_, status, body) => {
    answer = { status, body };
    await expect(anaf(url(), 0).find('18547290')).rejects.toThrow(Unavailable);
  });

  it('asks no more often than it is allowed to, also after a failure', async () => {
    answer = { status: 500, body: '{}' };
    const register = anaf(url(), 100);
    await Promise.allSettled([register.find('18547290'), register.find('18547290'), register.find('18547290')]);
    const [first, second, third] = asked.map(({ at }) => at);
    expect([second! - first!, third! - second!].every((gap) => gap >= 95)).toBe(true);
  });
});
