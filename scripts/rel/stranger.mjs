// The description of the calls in strangers' hands: their linter and validator read it, their generator makes a client of
// it, their compiler checks a program over that, and the program runs against the server.
//   node scripts/rel/stranger.mjs [--main path/to/main.js]
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString } from 'openapi-typescript';
import { exit } from '../ending.mjs';
import { ADMIN, aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const { values } = parseArgs({ options: { main: { type: 'string' } } });
const run = promisify(execFile);

/** Two addresses of portal.md's, which are as they are: no id is called `content`, and no user `accountants`. */
const RULES = { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' };

/** A call that only leads elsewhere has no success but that: the linter knows none. */
const leadsElsewhere = (text, { ruleId, location }) => {
  if (ruleId !== 'operation-2xx-response') return false;
  const path = location[0].pointer.slice(2).split('/');
  const at = path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return '303' in at.reduce((part, name) => part[name], JSON.parse(text));
};

const lint = async (text) => {
  const config = await createConfig({ extends: ['recommended'], rules: RULES });
  const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  const complaints = found.filter((each) => !leadsElsewhere(text, each));
  return complaints.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
};

const validate = async (document) => {
  const { valid, errors } = await new Validator().validate(document);
  return valid ? [] : [JSON.stringify(errors)];
};

const COMPILER = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2023',
  skipLibCheck: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  outDir: 'out',
};

const says = ({ stdout, stderr, message }) => [`${stdout ?? ''}${stderr ?? message}`.trim()];

/** Generates a client, compiles the program over it, and runs that. */
const use = async (document, url) => {
  // below our own packages, where the compiler finds the client's
  const folder = join(ROOT, `test-results/stranger-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'dosar.ts'), astToString(await openapiTS(document)));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['*'] }));
    cpSync(join(ROOT, 'scripts/rel/stranger/client.mts'), join(folder, 'client.mts'));
    await run(process.execPath, [join(ROOT, 'node_modules/tsc7/bin/tsc'), '-p', folder]);
    const program = join(folder, 'out/client.mjs');
    const { stdout } = await run(process.execPath, [program, url, ADMIN.email, ADMIN.password]);
    return { failures: [], ...JSON.parse(stdout) };
  } catch (error) {
    return { failures: says(error), calls: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const dataDir = aFolder('dosar-stranger-');
const server = await startServer({ dataDir, port: await freePort(), ...values });
const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
const document = JSON.parse(text);
const complaints = { linter: await lint(text), validator: await validate(document) };
const { failures, calls } = await use(document, server.url);
await server.stop();
remove(dataDir);

const all = [...complaints.linter, ...complaints.validator, ...failures];
for (const each of all) console.error(each);
const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
const schemas = Object.keys(document.components.schemas).length;
console.log(JSON.stringify({ operations, schemas, calls_of_the_client: calls, complaints: all.length }));
await exit(all.length > 0 ? 1 : 0);
