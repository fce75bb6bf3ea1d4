/** @jest-environment ./testing/browser.cjs */
import { createHash, webcrypto } from 'node:crypto';
import { cleanup, screen } from '@testing-library/react';
import { aServer, show } from '../../../testing/screen';
import { SealLine } from './seal-line';
import { seenSeal } from './seal.queries';

Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: webcrypto.subtle });

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (text: string) => hash(Buffer.from([0]), Buffer.from(text));
const node = (left: Buffer, right: Buffer) => hash(Buffer.from([1]), left, right);
const in64 = (bytes: Buffer) => bytes.toString('base64');

/** A log of three records, of which the second may be another one; and what proves that it begins with its first two. */
const aLog = (second: string) => {
  const two = node(leaf('a'), leaf(second));
  return { two: in64(two), three: in64(node(two, leaf('c'))), proof: [in64(leaf('c'))] };
};
const AT = '2026-11-27T05:00:00.000Z';
const ORIGIN = 'portal.firma.test/audit';

const open = async (size: number, root: string, more: { proof?: string[]; origin?: string } = {}) => {
  cleanup();
  const note = `${more.origin ?? ORIGIN}\n${size}\n${root}\n\n— x y\n`;
  const checkpoint = { number: 1, tree_size: size, root_hash: root, signed_at: AT, note };
  const asked = aServer({
    'GET /audit/checkpoints/latest': () => ({ checkpoint, accepted: [] }),
    'GET /audit/proofs/consistency': () => ({ first_root: '', second_root: '', proof: more.proof ?? [] }),
  });
  const { person } = await show(<SealLine />);
  await screen.findByText('Ce dovedește');
  return { person, asked };
};

describe('the seal of the log in a browser', () => {
  beforeEach(() => seenSeal.set(null));
  const good = aLog('b');

  it('is kept, and the log must go on from it', async () => {
    await open(2, good.two);
    expect(screen.getByText(/^Sigiliu nou în acest browser, din .* \(înregistrări: 2\)/)).toBeTruthy();
    const { asked } = await open(3, good.three, { proof: good.proof });
    expect(screen.getByText(/^Neschimbat față de ce a văzut acest browser; .* \(înregistrări: 3\)/)).toBeTruthy();
    expect(asked).toContain('GET /api/audit/proofs/consistency?first=2&second=3');
    expect(seenSeal.get()).toMatchObject({ size: 3, root: good.three });
  });

  it.each([
    ['was rewritten', 3, aLog('x').three, aLog('x').proof, ORIGIN, /nu mai sunt aceleași/],
    ['was rewritten at the same size', 2, aLog('x').two, [], ORIGIN, /nu mai sunt aceleași/],
    ['was cut', 1, in64(leaf('a')), [], ORIGIN, /sfârșitul lui a fost tăiat/],
    ['was accepted by an operator', 3, good.three, good.proof, `${ORIGIN}/20261127`, /Un operator a acceptat/],
  ])('says that the log %s, until somebody has understood it', async (_, size, root, proof, origin, told) => {
    await open(2, good.two);
    const { person } = await open(size, root, { proof, origin });
    expect(screen.getByRole('alert').textContent).toMatch(told);
    expect(seenSeal.get()).toMatchObject({ size: 2, root: good.two });
    await person.click(screen.getByRole('button', { name: 'Am înțeles, păstrează sigiliul nou' }));
    await screen.findByText(/^Neschimbat/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(seenSeal.get()).toMatchObject({ size, root, origin });
  });

  it('says in plain words what is proved and what is not', async () => {
    const { person } = await open(2, good.two);
    await person.click(screen.getByRole('button', { name: 'Ce dovedește' }));
    expect(await screen.findByText('Ce nu se dovedește')).toBeTruthy();
    expect(screen.getByText(/Că ce s-a înregistrat este adevărat, că s-a înregistrat tot/)).toBeTruthy();
  });

  it('says so when it is not known', async () => {
    aServer({ 'GET /audit/checkpoints/latest': () => Response.json({ code: 'NOT_FOUND' }, { status: 404 }) });
    await show(<SealLine />);
    expect(await screen.findByText('Sigiliul jurnalului nu este cunoscut acum')).toBeTruthy();
  });
});
