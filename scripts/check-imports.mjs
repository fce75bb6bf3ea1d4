// Checks who imports whom, and that each rule would notice: for every rule there is an import that must fail.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { CANARIES as AT_EDGES, edges } from './config/eslint.edges.mjs';
import { CANARIES as IN_HOUSE, house } from './config/eslint.house.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

/** Where a canary sits, and what it may not import; several of a rule in a list. */
const CANARIES = {
  'contracts-import-zod-only': ['libs/contracts/identity', '../../kernel/log/ids'],
  'kernel-imports-zod-only': [
    ['libs/kernel', '../contracts/text'],
    ['libs/kernel/views', '@dosar/search'],
    ['libs/kernel', '../search/document'],
  ],
  'search-imports-the-kernel': [
    ['libs/search', '../domain/reference-names'],
    ['libs/search', '@dosar/contracts'],
    ['libs/search', '../adapters/sqlite'],
    ['libs/search', 'meilisearch'],
  ],
  'invoices-import-contracts-and-xml': [
    ['libs/invoices', '@dosar/kernel'],
    ['libs/invoices', 'zod'],
  ],
  'domain-imports-contracts-and-kernel': [
    ['libs/domain/files', '../../adapters/wake-up'],
    ['libs/domain/search', '@dosar/search'],
    ['libs/domain/search', '@dosar/search/words'],
  ],
  'domain-is-pure': [
    ['libs/domain/files', 'node:crypto'],
    ['libs/domain', 'fs'],
  ],
  'contracts-run-in-browsers': [
    ['libs/contracts/files', 'node:path'],
    ['libs/invoices', 'node:buffer'],
  ],
  'kernel-does-no-io': [
    ['libs/kernel', 'node:fs'],
    ['libs/search', 'node:worker_threads'],
  ],
  'adapters-import-the-kernel': ['libs/adapters/vault', '../../domain/reference-names'],
  'one-file-a-driver: @photostructure/sqlite': ['libs/adapters/vault', '@photostructure/sqlite'],
  'one-file-a-driver: nodemailer': ['libs/adapters/vault', 'nodemailer'],
  'one-file-a-driver: @eventstore/db-client': ['libs/adapters/event-store', '@eventstore/db-client'],
  'one-file-a-driver: mongodb': ['libs/adapters/vault', 'mongodb'],
  'one-file-a-driver: minio': ['libs/adapters/blob-store', 'minio'],
  'one-file-a-driver: meilisearch': ['libs/adapters/vault', 'meilisearch'],
  'one-file-a-driver: nats': ['libs/adapters/signals', 'nats'],
  'adapters-are-chosen-in-open-ports': ['apps/gateway/files', '../../../libs/adapters/vault/sqlite'],
  'contexts-meet-at-events': ['libs/domain/files', '../identity/user.decider'],
  'contexts-know-no-registry': [
    ['libs/domain/files', '../registry'],
    ['libs/domain/audit', '@dosar/domain/registry'],
  ],
  'domain-sees-the-kernel-by-its-face': [
    ['libs/domain/files', '@dosar/kernel/runtime'],
    ['libs/domain/identity', '../../kernel/log/ids'],
    ['libs/domain', '@dosar/kernel/commands/command-handler'],
  ],
  'adapters-import-drivers-only': [
    ['libs/adapters/vault', '@nestjs/common'],
    ['libs/adapters', 'pino'],
    ['libs/adapters/blob-store', 'fastify'],
  ],
  'tests-stay-outside': [
    ['apps/gateway/files', '../testing/gateway'],
    ['libs/domain/files', '@dosar/kernel/testing'],
    ['libs/adapters/vault', './vault.suite'],
    ['libs/kernel', './testing/account'],
  ],
  'platform-knows-no-context': [
    ['apps/gateway/platform', '../files/tree/paths-of-then'],
    ['apps/gateway/platform', '../identity/identity.module'],
    ['apps/gateway/platform', '../app.module'],
    ['apps/gateway/platform', '../conversations/conversations.reads'],
  ],
  'platform-knows-no-context-of-the-domain': [
    ['apps/gateway/platform', '@dosar/domain/files/files.projector'],
    ['apps/gateway/platform/access', '@dosar/domain/audit/reads.decider'],
    ['apps/gateway/platform/reads', '@dosar/domain/identity/user.decider'],
  ],
  'gateway-contexts-do-not-meet': [
    ['apps/gateway/files', '../identity/accounts/register-user'],
    ['apps/gateway/audit', '../files/tree/paths-of-then'],
    ['apps/gateway/identity', '../app.module'],
    ['apps/gateway/search', '../conversations/shown-messages'],
  ],
  'uploads-are-read-by-readers': [
    ['apps/gateway/files', './texts/read-text'],
    ['apps/gateway/files/texts', './rich-text'],
    ['apps/gateway/files/unzip', 'yauzl'],
    ['apps/gateway/conversations', 'sharp'],
    ['libs/adapters/search-index', 'saxes'],
    ['apps/gateway/files', '@dosar/invoices/read-invoice'],
  ],
  'readers-begin-in-one-place': [
    ['apps/gateway/files', 'node:worker_threads'],
    ['apps/gateway/files/readers', 'node:child_process'],
    ['apps/gateway/search', 'worker_threads'],
  ],
  'work-of-strangers-takes-turns': [
    ['apps/gateway/files', 'p-limit'],
    ['apps/gateway/platform', 'p-queue'],
    ['libs/adapters/search-index', 'async-mutex'],
  ],
  'threads-follow-the-log': ['apps/gateway/files', '../platform/hosting/projecting'],
  'nothing-imports-scripts': [
    ['apps/gateway/platform', '../../../scripts/ending.mjs'],
    ['libs/kernel', '../../scripts/ending.mjs'],
  ],
  'console-runs-in-browsers': [
    ['apps/console/platform', 'node:fs'],
    ['apps/console/ui', 'crypto'],
  ],
  'contexts-touch-no-machine': [
    ['apps/gateway/files/tree', 'node:fs'],
    ['apps/gateway/search', 'https'],
    ['apps/gateway/identity/sign-in', 'node:dns/promises'],
  ],
  'modules-are-loaded-by-import': [
    ['apps/gateway/files/tree', 'node:module'],
    ['libs/adapters/vault', 'module'],
  ],
  'projector-is-plain': [
    ['apps/projector', '@nestjs/common'],
    ['apps/projector', 'fastify'],
  ],
  'one-line-to-the-server': [
    ['apps/console/features/chat', 'socket.io-client'],
    ['apps/console/ui', 'socket.io-client'],
  ],
  'libs-not-to-apps': ['libs/kernel', '../../apps/gateway/platform/http/json'],
  'app-not-to-app': ['apps/console', '../gateway/platform/http/json'],
  'browsers-import-contracts': ['apps/console', '../../libs/kernel/log/ids'],
  'features-meet-at-queries': [
    ['apps/console/features/audit', '../files/canary-target'],
    ['apps/console/features/companies/clients', '../../users/user.screen'],
  ],
  'features-know-no-app': [
    ['apps/console/features/account', '../../app/router'],
    ['apps/console/features/companies/choice', '../../../app/sentences/signed-in.ro'],
  ],
  'ui-knows-no-feature': [
    ['apps/console/ui', '../features/account/me.queries'],
    ['apps/console/ui/forms', '../../features/companies/companies.queries'],
    ['apps/console/ui/table', '../../app/shell'],
  ],
  'console-platform-knows-no-screen': [
    ['apps/console/platform', '../ui/chip'],
    ['apps/console/platform', '../features/files/files.queries'],
    ['apps/console/platform', '../app/router'],
  ],
  'nothing-unresolvable': ['libs/kernel', './nobody'],
};

/** What lint must notice: the rule, where it stands, and the code. */
const IMPURE = [IN_HOUSE, AT_EDGES].flatMap((canaries) =>
  Object.entries(canaries).flatMap(([rule, some]) => some.map((each) => [rule, ...each])),
);

const violations = async () => {
  const { output } = await cruise(['apps', 'libs'], {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
};

const found = await violations();
for (const { rule, from, to } of found) console.error(`${rule}: ${from} imports ${to}`);
if (process.argv.includes('--without-canaries')) process.exit(found.length > 0 ? 1 : 0);

const canaries = Object.entries(CANARIES)
  .flatMap(([rule, some]) => (Array.isArray(some[0]) ? some : [some]).map((each) => [rule, ...each]))
  .map(([rule, folder, target], at) => ({ rule, target, file: join(folder, `canary-${at}.ts`) }));
const target = 'apps/console/features/files/canary-target.ts';
const circle = ['libs/kernel/canary-a.ts', 'libs/kernel/canary-b.ts'];
const put = (file, text) => {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};
/** What lint must notice and did not. */
const unlinted = () => {
  const linter = new Linter();
  const parsed = { parser: ts.parser, parserOptions: { ecmaFeatures: { jsx: true } } };
  const config = [{ files: ['**/*.{ts,tsx}'], languageOptions: parsed }, ...house, ...edges];
  return IMPURE.filter(
    ([rule, file, code]) => !linter.verify(code, config, file).some(({ ruleId }) => ruleId === rule),
  ).map(([rule, file, code]) => ({ rule, file: `${file}: ${code}` }));
};

let unnoticed;
try {
  put(target, 'export {};\n');
  put(circle[0], `import type { B } from './canary-b';\nexport type A = { b: B | null };\n`);
  put(circle[1], `import type { A } from './canary-a';\nexport type B = { a: A | null };\n`);
  const placed = canaries.filter(({ file, target }) =>
    put(file, `import * as canary from '${target}';\nexport default canary;\n`),
  );
  const noticed = await violations();
  unnoticed = [...placed, { rule: 'no-circular', file: circle[0] }].filter(
    ({ rule, file }) => !noticed.some((violation) => violation.rule === rule && violation.from === file),
  );
  const impure = IMPURE.length;
  unnoticed.push(...unlinted());
  for (const { rule, file } of unnoticed) console.error(`${rule} did not notice ${file}`);
  console.log(
    `imports: ${found.length} violations; ${placed.length + 1 + impure - unnoticed.length} of ${placed.length + 1 + impure} canaries noticed`,
  );
} finally {
  for (const file of [...canaries.map((each) => each.file), ...circle, target]) rmSync(file, { force: true });
}
if (found.length > 0 || unnoticed.length > 0) process.exit(1);
