import { narrowed, type Narrowed } from './operators';
import { monthOf } from './operator-values';
import { sumOf } from './operator-values';

const of = (written: string): Partial<Narrowed> =>
  Object.fromEntries(
    Object.entries(narrowed(written)).filter(
      ([, value]) => value !== null && (value as { length: number }).length !== 0,
    ),
  );

describe('an operator is understood', () => {
  it.each<[string, Partial<Narrowed>]>([
    // the words of the screen, and other words for the same
    ['status:contabilizat', { accountingStatus: 'accounting_completed' }],
    ['status:Contabilizate', { accountingStatus: 'accounting_completed' }],
    ['status:prelucrat', { processStates: ['processed'] }],
    ['status:"În lucru"', { processStates: ['processing'] }],
    ['stare:în lucru', { processStates: ['processing'] }],
    ['status:în-lucru', { processStates: ['processing'] }],
    ['status:accounting_pending', { accountingStatus: 'accounting_pending' }],
    ['facturi status:de contabilizat', { text: 'facturi ', accountingStatus: 'accounting_pending' }],
    ['status:de prelucrat', { processStates: ['new', 'processing'] }],
    ['status:nou furnizor', { text: ' furnizor', processStates: ['new'] }],
    ['status:To be booked', { accountingStatus: 'accounting_pending' }],
    ['state:booked', { accountingStatus: 'accounting_completed' }],
    ['type:folders', { types: ['folders'] }],
    ['tip:"documente"', { types: ['files'] }],
    ['tip:tot', { types: ['files', 'messages', 'folders', 'clients'] }],
    ['șters:da', { deleted: 'only' }],
    ['deleted:all', { deleted: 'with' }],
    ['client:"Moara Bănățeană" client:srl', { text: ' ', clients: ['moara banateana', 'srl'] }],
    ['de:ana', { authors: ['ana'] }],
    ['by:ana de:popa', { text: ' ', authors: ['ana', 'popa'] }],
    ['etichetă:"De plătit" tag:urgent', { text: ' ', tags: ['de platit', 'urgent'] }],
    ['luna:2026-09', { month: '2026-09' }],
    ['luna:09.2026', { month: '2026-09' }],
    ['luna:septembrie 2025', { month: '2025-09' }],
    ['month:September-2025', { month: '2025-09' }],
    ['suma:1.190,50', { sum: { from: 1190.495, below: 1190.505 } }],
    ['suma:1190.5 lei', { sum: { from: 1190.495, below: 1190.505 } }],
    ['suma:1190 factura', { text: ' factura', sum: { from: 1189.995, below: 1190.005 } }],
    ['sum:>1,000', { sum: { from: 1000.005 } }],
    ['suma:<=500', { sum: { below: 500.005 } }],
    ['suma:2000-1000', { sum: { from: 999.995, below: 2000.005 } }],
    ['suma:"1 000 .. 2 000 lei"', { sum: { from: 999.995, below: 2000.005 } }],
    // several of one kind: what is so by each
    ['suma:>100 suma:<500', { text: ' ', sum: { from: 100.005, below: 499.995 } }],
    ['suma:<500 suma:>100 suma:200-900', { text: '  ', sum: { from: 199.995, below: 499.995 } }],
    ['status:de prelucrat status:nou', { text: ' ', processStates: ['new'] }],
    ['status:nou status:contabilizat', { text: ' ', processStates: ['new'], accountingStatus: 'accounting_completed' }],
    ['tip:tot tip:documente', { text: ' ', types: ['files'] }],
    ['luna:2026-09 luna:09.2026', { text: ' ', month: '2026-09' }],
  ])('%s', (written, meaning) => expect(of(written)).toEqual(meaning));

  it('by its days', () => {
    expect(of('după:31.08.2026').from).toBe(of('after:2026-08-31').from);
    expect(of('dupa:august 2026').from).toBe(of('dupa:2026-08-31').from);
    expect(of('înainte:2026-09').below).toBe(of('before:1.9.2026').below);
    expect(of('dupa:ieri').from! < new Date().toISOString()).toBe(true);
  });

  it('by its month, of which one without a year is the last', () => {
    const day = '2026-03-10';
    const months = ['ian', 'martie', 'apr', 'december', '2026-02', '2/2026', 'aceasta', 'trecuta', 'last'];
    const meant = ['2026-01', '2026-03', '2025-04', '2025-12', '2026-02', '2026-02', '2026-03', '2026-02', '2026-02'];
    expect(months.map((month) => monthOf(month, day))).toEqual(meant);
    for (const wrong of ['13', '0', 'ma', 'luni', '2026', '20-26', '2026-13', 'septembrie 12', 'x'])
      expect([wrong, monthOf(wrong, day)]).toEqual([wrong, null]);
  });

  it('or is no sum', () => {
    for (const wrong of ['', 'x', '12,345,6', '>', '>-', '1-x', '..', '1e9', 'lei', '9'.repeat(400)])
      expect([wrong, sumOf(wrong)]).toEqual([wrong, null]);
  });
});

describe('what is not understood is said', () => {
  it.each<[string, Partial<Narrowed>]>([
    ['status:albastru', { text: 'status:albastru', unknown: ['status:albastru'] }],
    ['estado:nuevo bon', { text: 'estado:nuevo bon', unknown: ['estado:nuevo'] }],
    ['bon luna:', { text: 'bon ', unknown: ['luna:'] }],
    ['bon luna:""', { text: 'bon ', unknown: ['luna:""'] }],
    ['suma:mult suma:mult', { text: 'suma:mult suma:mult', unknown: ['suma:mult'] }],
    ['tip:"nimic de aici', { text: 'tip:"nimic de aici', unknown: ['tip:"nimic de aici'] }],
    // what cannot be so together with what stands before it
    [
      'luna:2026-09 luna:octombrie 2026 bon',
      { text: ' luna:octombrie 2026 bon', month: '2026-09', unknown: ['luna:octombrie 2026'] },
    ],
    [
      'status:nou status:prelucrat',
      { text: ' status:prelucrat', processStates: ['new'], unknown: ['status:prelucrat'] },
    ],
    ['tip:pdf tip:csv', { text: ' tip:csv', mimeTypes: ['application/pdf'], unknown: ['tip:csv'] }],
    ['șters:da șters:nu', { text: ' șters:nu', deleted: 'only', unknown: ['șters:nu'] }],
    ['"luna:septembrie"', { text: '"luna:septembrie"' }],
    ['https://dosar.ro 10:30 nota:', { text: 'https://dosar.ro 10:30 nota:' }],
  ])('%s', (written, meaning) => expect(of(written)).toEqual(meaning));
});
