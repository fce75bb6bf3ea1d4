// No spec sleeps for a fixed time, and none is red because a machine is slow: whoever waits, waits for a condition.
const INSTEAD = 'Wait for a condition (until, staysSo, waitFor), or move a clock of your own.';

const reported = (context) => (node) => context.report({ node, message: INSTEAD });

/** Whether the clock is read anywhere in this. */
const readsClock = (node) => {
  if (node === null || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some(readsClock);
  if (node.type === 'CallExpression' && node.callee.property?.name === 'now') return true;
  return Object.entries(node).some(([key, value]) => key !== 'parent' && readsClock(value));
};

/** A sleep for so many milliseconds, and an expectation that so few have passed. */
export const noClock = {
  create: (context) => ({
    "CallExpression[callee.name='setTimeout'][arguments.length>1]": reported(context),
    'CallExpression[callee.name=/^(pause|sleep)$/]': reported(context),
    'ImportDeclaration[source.value=/^(node:)?timers.promises$/]': reported(context),
    'CallExpression[callee.property.name=/^toBeLess/]': (node) => {
      if (readsClock(node.callee.object)) context.report({ node, message: INSTEAD });
    },
  }),
};

const QUIET = 'what must not come over a connection can only be watched for';
const FAKE = 'what it puts in the place of something slow takes a while';
const PROMISE = 'the time itself is what is promised';
const ELSEWHERE =
  'it waits for the other end of a connection, another process or the collector of memory, which say nothing';
const OUTAGE = 'it runs against servers alone, which are away for so long';

/** Specs that look at the clock all the same, and why: a list that only grows shorter. */
export const WITH_CLOCKS = {
  'apps/gateway/conversations/live-conversations.spec.ts': QUIET,
  'apps/gateway/platform/connections/connections.spec.ts': QUIET,
  'apps/gateway/platform/connections/hang-ups.spec.ts': QUIET,
  'apps/gateway/platform/connections/repeated-refusals.spec.ts': QUIET,
  'apps/gateway/platform/connections/streamed-answers.spec.ts': QUIET,
  'apps/gateway/platform/health/defects.spec.ts': QUIET,
  'apps/gateway/platform/hosting/several-gateways.spec.ts': QUIET,
  'apps/gateway/platform/sockets/live.spec.ts': QUIET,
  'apps/gateway/platform/sockets/presence.spec.ts': QUIET,
  'apps/gateway/platform/sockets/sockets.spec.ts': QUIET,
  'apps/gateway/files/tree/rights.spec.ts': FAKE,
  'apps/gateway/files/uploads/duplicates.spec.ts': FAKE,
  'apps/gateway/platform/access/refusals.spec.ts': FAKE,
  'apps/gateway/platform/http/requests.spec.ts': FAKE,
  'apps/gateway/platform/writes/append-turns.spec.ts': FAKE,
  'apps/gateway/platform/writes/each-in-turn.spec.ts': FAKE,
  'apps/gateway/platform/writes/held-back.spec.ts': FAKE,
  'libs/search/keep-indexing.spec.ts': FAKE,
  'apps/gateway/demo/seed-demo.spec.ts': PROMISE,
  'apps/gateway/files/downloads/active-text.spec.ts': PROMISE,
  'apps/gateway/platform/access/access.spec.ts': PROMISE,
  'libs/domain/files/drive-effects.spec.ts': PROMISE,
  'apps/gateway/files/downloads/archive.spec.ts': ELSEWHERE,
  'apps/gateway/files/thumbnails/thumbnails.spec.ts': ELSEWHERE,
  'apps/gateway/files/uploads/resumable.spec.ts': ELSEWHERE,
  'apps/gateway/files/uploads/upload.spec.ts': ELSEWHERE,
  'apps/gateway/identity/two-step/proofs.spec.ts': ELSEWHERE,
  'apps/gateway/operator/rotate-master-key.spec.ts': ELSEWHERE,
  'apps/gateway/platform/http/http-server.spec.ts': ELSEWHERE,
  'apps/gateway/platform/http/large-requests.spec.ts': ELSEWHERE,
  'apps/gateway/platform/openapi/conventions.spec.ts': ELSEWHERE,
  'libs/adapters/search-index/meilisearch/meilisearch.spec.ts': ELSEWHERE,
  'libs/domain/files/drive-nodes.spec.ts': ELSEWHERE,
  'libs/adapters/blob-store/s3.int.spec.ts': OUTAGE,
  'libs/adapters/event-store/event-store.suite.ts': OUTAGE,
  'libs/adapters/event-store/eventstoredb/eventstoredb-cluster.int.spec.ts': OUTAGE,
  'libs/adapters/event-store/eventstoredb/eventstoredb-gone.int.spec.ts': OUTAGE,
  'libs/adapters/event-store/eventstoredb/eventstoredb-others.int.spec.ts': OUTAGE,
  'libs/adapters/event-store/eventstoredb/eventstoredb.int.spec.ts': OUTAGE,
  'libs/adapters/read-store/mongodb-members.int.spec.ts': OUTAGE,
  'libs/adapters/read-store/mongodb.int.spec.ts': OUTAGE,
  'libs/adapters/search-index/meilisearch/meilisearch.int.spec.ts': OUTAGE,
  'libs/adapters/vault/mongodb-members.int.spec.ts': OUTAGE,
};

export const clocks = {
  files: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.suite.ts'],
  ignores: Object.keys(WITH_CLOCKS),
  rules: { 'house/no-clock': 'error' },
};

export const CLOCK_CANARIES = [
  ['apps/gateway/files/canary.spec.ts', 'await new Promise((go) => setTimeout(go, 50));'],
  ['libs/adapters/canary.suite.ts', 'const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));'],
  ['libs/kernel/canary.spec.ts', "import { pause } from './testing'; await pause(10);"],
  ['libs/domain/canary.spec.ts', "import { setTimeout as rest } from 'node:timers/promises'; await rest(5);"],
  ['apps/console/canary.spec.tsx', 'expect(performance.now() - began).toBeLessThan(2_000);'],
  ['libs/search/canary.spec.ts', 'expect(Date.now() - began).toBeLessThanOrEqual(2_000);'],
];
