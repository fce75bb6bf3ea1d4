// Which code may touch what (CONTRIBUTING.md, "The grid"). `scripts/check-imports.mjs` proves each rule with an import that must fail.
const npm = 'node_modules/';
/** Files that run only in tests. */
const TESTS = '\\.spec\\.tsx?$|/testing/';

/** Everything but these. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.(spec|suite)\\.tsx?$|/testing/' },
  to: { pathNot: allowed, dependencyTypesNot: ['core'] },
});

/** Who may import which driver: its adapters alone. */
const DRIVERS = {
  '@photostructure/sqlite': 'sqlite|folder-lock',
  nodemailer: 'mail/nodemailer',
  '@eventstore/db-client': 'event-store/eventstoredb/eventstoredb[a-z-]*',
  mongodb: '(ledger/|read-store/|snapshots/|vault/|)mongodb[a-z-]*',
  minio: 'blob-store/s3',
  meilisearch: 'search-index/meilisearch/meilisearch[a-z-]*',
  nats: 'signals/nats',
};

/** What reads the bytes of strangers, and the programs of readers that run it. */
const READERS =
  '^apps/gateway/files/(texts/(read-text|bounded-xml|open-xml|open-document|parts|pdf-text|plain-text|rich-text|sheet-dates|xml-words|old-word-text|holds-more|office/[^/]+|rtf/[^/]+)' +
  '|unzip/(directory|content|names)|fields/fields-in-invoice|thumbnails/(bitmap|draw-each|first-page)|sheets/[^/]+' +
  '|inside/(read-inside|pdf-parts|xml-parts|zip-parts|form-data|encoded)|pages/(copied-objects|copied-pages|made-document))' +
  '\\.ts$|^libs/invoices/';
const READER_PROGRAMS =
  '^apps/gateway/files/(texts/(text|scan)|unzip/unzip|fields/invoice|inside/inside|pages/pages|thumbnails/(thumbnail|page))\\.worker\\.ts$';

const oneFileADriver = (driver, adapters) => ({
  name: `one-file-a-driver: ${driver}`,
  severity: 'error',
  comment: 'A driver is loaded when its address is given, so nobody but its adapter imports it.',
  from: { path: '^(libs|apps)/', pathNot: `^libs/adapters/(testing/|(${adapters})\\.ts$)|\\.spec\\.ts$` },
  to: { path: `${npm}${driver}/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only(
      'contracts-import-zod-only',
      '^libs/contracts/',
      ['^libs/contracts/', `${npm}zod`],
      'The contract runs in browsers.',
    ),
    only(
      'kernel-imports-zod-only',
      '^libs/kernel/',
      ['^libs/kernel/', `${npm}zod`],
      'The kernel knows no context and no driver.',
    ),
    only(
      'search-imports-the-kernel',
      '^libs/search/',
      ['^libs/(search|kernel)/'],
      'Words and their index know no context and no driver.',
    ),
    only(
      'invoices-import-contracts-and-xml',
      '^libs/invoices/',
      ['^libs/(invoices|contracts)/', `${npm}saxes`],
      'They are read in browsers and in the processes that read uploads.',
    ),
    only(
      'domain-imports-contracts-and-kernel',
      '^libs/domain/',
      ['^libs/(domain|contracts|kernel)/', '^libs/search/document\\.ts$', `${npm}zod`],
      'What happens and why is pure: of the search it knows what a document is, and not how one is found.',
    ),
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'No clock, no randomness, no I/O: what a decision needs is handed to it.',
      from: { path: '^libs/domain/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contracts-run-in-browsers',
      severity: 'error',
      from: { path: '^libs/(contracts|invoices)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'kernel-does-no-io',
      severity: 'error',
      comment: 'Hashing is no I/O; streams are only named.',
      from: { path: '^libs/(kernel|search)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|stream)$' },
    },
    {
      name: 'adapters-import-the-kernel',
      severity: 'error',
      from: { path: '^libs/adapters/' },
      to: { path: '^(libs/(domain|contracts)|apps)/' },
    },
    ...Object.entries(DRIVERS).map(([driver, adapters]) => oneFileADriver(driver, adapters)),
    {
      name: 'adapters-are-chosen-in-open-ports',
      severity: 'error',
      comment: 'No app knows which adapter it has.',
      from: { path: '^apps/(gateway|projector)/', pathNot: '\\.spec\\.ts$|/testing/' },
      to: {
        path: '^libs/adapters/',
        pathNot:
          '^libs/adapters/(build|open-evidence|open-ports|ports-config|witness/portal|backups|doctor|cannot-start|folder-lock|master-key|run-process|worker-file)\\.ts$',
      },
    },
    {
      name: 'contexts-meet-at-events',
      severity: 'error',
      comment: 'Inside domain a context sees another only through its events.',
      from: { path: '^libs/domain/([^/]+)/', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { path: '^libs/domain/[^/]+/', pathNot: ['^libs/domain/$1/', '\\.events\\.ts$'] },
    },
    {
      name: 'contexts-know-no-registry',
      severity: 'error',
      comment: 'The registry lists the contexts, and not the other way round.',
      from: { path: '^libs/domain/[^/]+/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/domain/registry\\.ts$' },
    },
    {
      name: 'domain-sees-the-kernel-by-its-face',
      severity: 'error',
      comment: 'What makes ids, stores or runs anything is in the other face of the kernel.',
      from: { path: '^libs/domain/', pathNot: TESTS },
      to: { path: '^libs/kernel/', pathNot: '^libs/kernel/index\\.ts$' },
    },
    {
      name: 'adapters-import-drivers-only',
      severity: 'error',
      comment: 'An adapter needs the kernel and its driver, and no framework.',
      from: { path: '^libs/adapters/', pathNot: `${TESTS}|\\.suite\\.ts$` },
      to: { path: npm, pathNot: `${npm}(${[...Object.keys(DRIVERS), 'google-protobuf', 'zod'].join('|')})/` },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      comment: 'What runs does not need what tests it.',
      from: {
        path: '^(apps|libs)/',
        pathNot: [TESTS, '\\.suite\\.ts$', '^apps/(e2e|console)/', '^libs/kernel/testing\\.ts$', '/matrix/'],
      },
      to: {
        path: [
          '^(apps|libs)/.*/testing/',
          '^libs/kernel/testing\\.ts$',
          '\\.(spec|suite)\\.tsx?$',
          '^apps/gateway/matrix/',
        ],
      },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      comment: 'What every context stands on knows none of them: the application lists them.',
      from: { path: '^apps/gateway/platform/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/gateway/', pathNot: ['^apps/gateway/platform/', npm] },
    },
    {
      name: 'platform-knows-no-context-of-the-domain',
      severity: 'error',
      comment:
        'Who may do what stands in the access view of identity, with whose a record is and where settings stand: it is in memory for every call; who could then, in that of rights. Of all else the platform knows the lists alone.',
      from: { path: '^apps/gateway/platform/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^libs/domain/[^/]+/',
        pathNot: '^libs/domain/identity/((access|rights)\\.projector|tenants|settings\\.events)\\.ts$',
      },
    },
    {
      name: 'gateway-contexts-do-not-meet',
      severity: 'error',
      comment:
        'They meet in the views of the registry, in the platform, and in what a context lets others read: its `.reads.ts`.',
      from: { path: '^apps/gateway/(?!platform/|testing/|matrix/|demo/|operator/)([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^apps/gateway/',
        pathNot: ['^apps/gateway/$1/', '^apps/gateway/platform/', '^apps/gateway/([^/]+)/\\1\\.reads\\.ts$', npm],
      },
    },
    {
      name: 'uploads-are-read-by-readers',
      severity: 'error',
      comment: 'What a document wants of memory ends its reader, never the server: files/readers starts them.',
      from: { path: '^(apps/(gateway|projector)|libs)/', pathNot: `${READERS}|${READER_PROGRAMS}|${TESTS}` },
      to: {
        path: [READERS, `${npm}(yauzl|saxes|pdfjs-dist|@libpdf/core|word-extractor|sharp|@napi-rs/canvas)/`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'readers-begin-in-one-place',
      severity: 'error',
      comment: 'Whoever begins a process or a thread for uploads beside files/readers begins one without bounds.',
      from: {
        path: '^apps/gateway/',
        pathNot: `^apps/gateway/(files/readers/spawn-confined|platform/hosting/projecting|(projector|indexing)\\.worker)\\.ts$|${TESTS}`,
      },
      to: { path: '^(node:)?(child_process|worker_threads|cluster)$' },
    },
    {
      name: 'work-of-strangers-takes-turns',
      severity: 'error',
      comment:
        'What waits in one line for all keeps others waiting for one: libs/kernel/async/fair-queue.ts has turns.',
      from: { path: '^(apps/(gateway|projector)|libs)/' },
      to: {
        path: '(^|/)(p-limit|p-queue|p-throttle|async-mutex|async-sema|await-semaphore|bottleneck|fastq|throat|queue|better-queue)(/|$)',
      },
    },
    {
      name: 'threads-follow-the-log',
      severity: 'error',
      comment: 'The threads of the gateway fill views and the index; none is for uploads.',
      from: { path: '^apps/gateway/', pathNot: '^apps/gateway/start\\.ts$' },
      to: { path: '^apps/gateway/platform/hosting/projecting\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-scripts',
      severity: 'error',
      comment: 'Scripts use what is built, and are no part of it.',
      from: { path: '^(apps|libs)/', pathNot: '\\.config\\.(c|m)?js$|vite\\.|\\.spec\\.ts$|^apps/e2e/|/testing/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'console-runs-in-browsers',
      severity: 'error',
      from: { path: '^apps/console/', pathNot: '^apps/console/vite\\.|\\.spec\\.tsx?$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contexts-touch-no-machine',
      severity: 'error',
      comment:
        'Files, lines and other programs are reached by ports, and by the platform; what reads uploads has its own.',
      from: {
        path: '^apps/gateway/(?!platform/|testing/|matrix/|demo/|operator/)[^/]+/',
        pathNot: `^apps/gateway/files/(readers/|thumbnails/(first-page|draw-each)\\.ts)|\\.worker\\.ts$|${TESTS}`,
      },
      to: {
        path: '^(node:)?(fs|fs/promises|child_process|net|tls|http|https|http2|dgram|dns|dns/promises|module|os|vm|v8|inspector|worker_threads|cluster)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'modules-are-loaded-by-import',
      severity: 'error',
      comment: 'What is loaded by createRequire is seen by no rule of imports.',
      from: {
        path: '^(apps/(gateway|projector)|libs)/',
        pathNot: `^apps/gateway/(platform/(http/docs|hosting/fonts)|files/thumbnails/first-page)\\.ts$|${TESTS}`,
      },
      to: { path: '^(node:)?module$' },
    },
    {
      name: 'projector-is-plain',
      severity: 'error',
      comment: 'It runs what the domain says over the ports, and needs no framework.',
      from: { path: '^apps/projector/', pathNot: `${TESTS}|rolldown` },
      to: { pathNot: `^(apps/projector|libs)/|${npm}pino/`, dependencyTypesNot: ['core'] },
    },
    {
      name: 'one-line-to-the-server',
      severity: 'error',
      comment: 'Whoever opens a socket beside platform/live hears what others do not, and signs in by itself.',
      from: { path: '^apps/console/', pathNot: `^apps/console/platform/live/|${TESTS}` },
      to: { path: `${npm}(socket\\.io-client|engine\\.io-client|ws|axios|ky)/` },
    },
    { name: 'libs-not-to-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'app-not-to-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'browsers-import-contracts',
      severity: 'error',
      comment: 'Beside them only how an invoice is read, which the preview does as the server does.',
      from: { path: '^apps/(console|e2e)/' },
      to: { path: '^libs/', pathNot: '^libs/(contracts|invoices)/' },
    },
    {
      name: 'features-meet-at-queries',
      severity: 'error',
      comment: 'Routes compose features; of another a feature knows how it is read, and nothing else.',
      from: { path: '^apps/console/features/([^/]+)/' },
      to: { path: '^apps/console/features/', pathNot: ['^apps/console/features/$1/', '\\.queries\\.ts$'] },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^apps/console/features/' },
      to: { path: '^apps/console/app/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/console/ui/' },
      to: { path: '^apps/console/(features|app)/' },
    },
    {
      name: 'console-platform-knows-no-screen',
      severity: 'error',
      comment: 'What talks with the server and the browser has no parts of screens.',
      from: { path: '^apps/console/platform/' },
      to: { path: '^apps/console/(ui|features|app)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Also not of types: who reads one of the two must read the other.',
      from: {},
      to: { circular: true },
    },
    { name: 'nothing-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|libs)/[^/]+/dist[^/]*/|\\.css$|jest\\.config' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
