import { api, type EndpointSpec, type Problem } from '@dosar/contracts';
import { parseRecord, type EncryptedRecord } from '@dosar/kernel/runtime';
import { isAllowed, ruleOf } from '../platform/access/policy';
import { probes, type Probe } from './probes';
import { aWorld, VARIANTS, type Caller, type Variant, type World } from './world';

const specs = new Map(
  Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .map((spec) => [`${spec.method} ${spec.path}`, spec]),
);

/** What the router of the running application has, read off its own drawing of itself. */
const routesOf = (drawing: string): string[] => {
  const path: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (.*) \((.*)\)$/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent!.length / 4;
    path.splice(depth, path.length, part);
    const whole = path.join('');
    const isCall = whole.startsWith('/api/') && !whole.startsWith('/api/docs');
    // what is read can be asked for without its body, too
    const all = methods!.split(', ');
    const each = all.filter((method) => method !== 'HEAD' || !all.includes('GET'));
    return isCall ? each.map((method) => `${method} ${whole.slice('/api'.length)}`) : [];
  });
};

/** An answer without what is different each time. */
const said = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  const { correlation_id: _, ...rest } = body as Problem;
  return { status, body: rest };
};

/** What somebody has asked for; what others are told because of an earlier call may come at any time. */
const isAsked = ({ type, actor }: Pick<EncryptedRecord, 'type' | 'actor'>) =>
  type !== 'AccessRefused' && actor.id !== 'notifications';

describe('who may do what', () => {
  let world: World;
  beforeAll(async () => (world = await aWorld()));
  afterAll(() => world.gateway.close());
  let looked = 0n;
  let written = 0;
  /** How many events there are that were asked for. */
  const changes = async (): Promise<number> => {
    const { events } = world.gateway.ports;
    const head = (await events.head()) ?? 0n;
    const places = Array.from({ length: Number(head - looked) }, (_, at) => looked + BigInt(at + 1));
    const records = await events.at(places);
    written += records.filter((record) => record && isAsked(parseRecord(record))).length;
    looked = head;
    return written;
  };

  it('is said of every route of the running application', () => {
    const drawing = world.gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
    expect(routesOf(drawing).sort()).toEqual(Object.keys(probes).sort());
    expect(routesOf(drawing).sort()).toEqual([...specs.keys()].sort());
  });

  let cells = 0;
  afterAll(() => process.stdout.write(`matrix: ${cells} cells\n`));

  // one without probes is named above
  describe.each([...specs.entries()].filter(([route]) => probes[route]))('%s', (route, spec) => {
    const rule = ruleOf(spec);

    const allowed = (probe: Probe, caller: Caller, variant: Variant): boolean => {
      if (rule.allow === 'everyone') return true;
      if (caller.role === null || !isAllowed(rule, caller.role)) return false;
      if (!probe.resource) return true;
      return caller.sees(probe.resource, variant === 'deleted' && probe.isForTrash ? 'own' : variant);
    };

    const inCell = async (probe: Probe, caller: Caller, variant: Variant) => {
      cells += 1;
      const may = allowed(probe, caller, variant);
      // the administrator has seen what only administrators see
      const id = probe.resource ? await world.ids(probe.resource, variant) : '';
      const before = await changes();
      const answer = await probe.call({ world, caller, variant, id, isAllowed: may });
      const where = [route, caller.name, variant];
      if (may) {
        const said = (caller.role === 'auditor' ? probe.answersAuditors : undefined) ?? probe.answers ?? spec.status;
        expect([...where, answer.status]).toEqual([...where, said]);
        if (spec.reply && answer.status === spec.status)
          expect([...where, spec.reply.parse(answer.body)]).toEqual([...where, answer.body]);
        return;
      }
      const expected = caller.role === null ? 401 : isAllowed(rule, caller.role) ? 404 : 403;
      expect([...where, answer.status]).toEqual([...where, expected]);
      expect([...where, await changes()]).toEqual([...where, before]);
      return said(answer);
    };

    it.each(probes[route]!.map((probe, at) => [probe.resource ?? 'no resource', at] as const))(
      'on %s',
      async (_, at) => {
        const probe = probes[route]![at]!;
        for (const caller of world.callers) {
          const refusals = [];
          for (const variant of probe.resource ? VARIANTS : (['own'] as const))
            refusals.push(await inCell(probe, caller, variant));
          // what is not theirs and what is not at all are told in the same words
          expect([caller.name, new Set(refusals.filter(Boolean).map((each) => JSON.stringify(each))).size]).toEqual([
            caller.name,
            refusals.some(Boolean) ? 1 : 0,
          ]);
        }
      },
    );
  });
});
