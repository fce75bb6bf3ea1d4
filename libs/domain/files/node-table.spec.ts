import fc from 'fast-check';
import { NOTHING_SAID, type Node } from './node-cells';
import { NodeTable } from './node-table';

const id = fc.nat({ max: 30 }).map((number) => `n${number}`);
/** Names of any letters except lone surrogates, and long ones, so that memory is often resized. */
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\uFEFFa', 'ș'.repeat(200), 'x'.repeat(255)),
);
const common = {
  id,
  year: fc.constantFrom(2026, 2027),
  name,
  parentId: fc.option(id),
  deletion: fc.option(fc.constantFrom('d1', 'd2')),
};
const node: fc.Arbitrary<Node> = fc.oneof(
  fc.record({ type: fc.constant('folder' as const), ...common, categoryKey: fc.option(fc.constant('bonuri')) }),
  fc.record({
    type: fc.constant('file' as const),
    ...common,
    size: fc.maxSafeNat(),
    processState: fc.constantFrom('new' as const, 'processing' as const),
    accountingStatus: fc.constant(null),
    said: fc.constantFrom(NOTHING_SAID, { fields: null, tags: ['urgent'] }),
  }),
);

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe(`nodes that were put into a table (seed ${seed})`, () => {
  it('are found as they were put last, and nothing else is', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 120, size: 'max' }), (nodes) => {
        const table = new NodeTable();
        const last = new Map<string, Node>();
        for (const each of nodes) {
          table.put(each);
          last.set(each.id, each);
        }
        expect([...table.values()]).toEqual([...last.values()]);
        for (let number = 0; number <= 30; number += 1) expect(table.get(`n${number}`)).toEqual(last.get(`n${number}`));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('stay as they were for whoever has frozen them', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1 }), fc.array(node), (before, after) => {
        const table = new NodeTable();
        for (const each of before) table.put(each);
        const then = [...table.values()];
        const at = table.frozen();
        for (const each of after) table.put(each);
        expect(then.map((_, number) => at(number))).toEqual(then);
      }),
      { seed },
    );
  });
});
