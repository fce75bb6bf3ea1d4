// Whether the time of a refused sign-in tells if there is such an account: pairs of a known and an unknown e-mail, in an
// order that is drawn for each. The area under the ROC curve is 0.5 where nothing can be told.
//   node scripts/rel/login-timing.mjs --pairs 1000
import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, client } from './client.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '1000' } } });
const pairs = Number(values.pairs);
const LOWEST = 0.45;
const HIGHEST = 0.55;

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const times = { known: [], unknown: [] };
const answers = new Set();
try {
  const { anonymous } = client(server.url);
  const { people } = await aFirm(server.url, 1);
  const refused = async (email) => {
    const since = performance.now();
    const { status, body } = await anonymous('POST', '/auth/login', { body: { email, password: 'Nu-Este-Aceasta-1' } });
    const took = performance.now() - since;
    answers.add(JSON.stringify([status, body.code, body.error]));
    return took;
  };
  const ask = {
    known: () => refused(people[0].email),
    // as long as the known one
    unknown: () => refused(`ana.${randomUUID()}@firma.test`),
  };
  for (let at = 0; at < 50; at += 1) await ask.known().then(ask.unknown);
  for (let at = 0; at < pairs; at += 1)
    for (const kind of randomInt(2) === 0 ? ['known', 'unknown'] : ['unknown', 'known'])
      times[kind].push(await ask[kind]());
} finally {
  await server.stop();
  remove(dataDir);
}

/** The chance that a known one takes longer than an unknown one. */
const areaUnderCurve = (known, unknown) => {
  const sorted = [...unknown].sort((a, b) => a - b);
  const below = (value) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return known.reduce((sum, value) => sum + below(value), 0) / (known.length * unknown.length);
};
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const auc = areaUnderCurve(times.known, times.unknown);
const failures = Number(auc < LOWEST || auc > HIGHEST) + Number(answers.size !== 1);
console.log(
  JSON.stringify({
    pairs,
    area_under_curve: Number(auc.toFixed(3)),
    median_ms: { known: Number(median(times.known).toFixed(1)), unknown: Number(median(times.unknown).toFixed(1)) },
    different_answers: answers.size,
    failures,
  }),
);
await exit(failures > 0 ? 1 : 0);
