import type { File } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';

describe('lists narrowed', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('by tags and by what documents say of themselves', async () => {
    const ask = firm.accountantAsk;
    const clientId = firm.bakery.client.id;
    const made = async (name: string, tags: readonly string[], fields: object) => {
      const { id } = await aFile(ask, `${name}.txt`, { client_id: clientId });
      await ask('put', `/files/${id}/tags`, { tags }).expect(200);
      await ask('patch', `/files/${id}/fields`, fields).expect(200);
    };
    await made('a', ['De plătit', 'urgent'], { number: 'FA 12', issuer: 'Moară SRL', date: '2026-09-30', sum: 1190.5 });
    await made('b', ['urgente'], { number: 'FB 120', issuer: 'Alfa', date: '2026-10-01', sum: 20 });
    await aFile(ask, 'c.txt', { client_id: clientId });
    const listed = async (query: string) => {
      const { body } = await ask('get', `/files?clientId=${clientId}&${query}`).expect(200);
      return (body as { files: File[] }).files.map(({ name }) => name![0]).join('');
    };
    const asked = [
      'tag=URGENT',
      'tag=de%20platit',
      'tag=urgente',
      'tag=%0A',
      'number=12',
      'number=f',
      'issuer=moara',
      'tag=plat',
    ];
    const found = await Promise.all(asked.map(listed));
    expect(found).toEqual(['a', 'a', 'b', '', 'a', 'ab', 'a', '']);
    const bounds = [
      'date_to=2026-09-30',
      'date_from=2026-10-01',
      'min_sum=1190.50',
      'max_sum=1190.49',
      'min_sum=20&max_sum=20',
    ];
    expect(await Promise.all(bounds.map(listed))).toEqual(['a', 'b', 'a', 'b', 'b']);
    expect(await listed('tag=urgent&max_sum=100')).toBe('');
    expect(await listed('')).toBe('abc');
    for (const wrong of ['min_sum=x', 'date_from=1.9.2026', 'tag='])
      await ask('get', `/files?clientId=${clientId}&${wrong}`).expect(422);
  });

  it('by names in which abbreviations have dots or none', async () => {
    const { admin } = firm;
    const body = { societate: 'Lalele S.R.L.', cui: '18547290', firm_id: firm.firm.id };
    await admin('post', '/clients', body).expect(201);
    const found = async (ask: Ask, path: string) =>
      ((await ask('get', path).expect(200)).body as { total: number }).total;
    for (const q of ['lalele srl', 'Lalele S.R.L', 'lalele s. r. l.', 'LALELE SRL', 'lalele s.r'])
      expect([q, await found(admin, `/clients?q=${encodeURIComponent(q)}`)]).toEqual([q, 1]);
    expect(await found(admin, '/clients?q=t%C4%83r%C4%83neasc%C4%83%20s.r.l.')).toBe(1);
    expect(await found(admin, '/clients?q=lalele%20sa')).toBe(0);
    await admin('patch', `/firms/${firm.firm.id}`, { name: 'Conta S.A.' }).expect(200);
    expect(await found(admin, '/firms?q=conta%20sa')).toBe(1);
    expect(await found(admin, '/users?q=ana%20t')).toBe(1);
  });
});
