// Two people talk in two Chromiums, each at a gateway of their own, in the distributed profile with all four services: the
// journeys of apps/e2e/conversations.journey.ts and conversation.journey.ts, but for the one that kills its server.
//   npm run rel:talk-distributed
import { exit } from '../ending.mjs';
import { ensureBuilt, run } from '../ensure.mjs';
import { SERVICES, startServices } from '../services.mjs';
import { startInstallation } from './installation.mjs';
import { ROOT } from './server.mjs';

process.chdir(ROOT);
await ensureBuilt();
const { environment } = await startServices(SERVICES);
// the demo has administrators of its own
const demo = { DOSAR_DEMO: '1', DOSAR_ADMIN_EMAIL: undefined, DOSAR_ADMIN_PASSWORD: undefined };
const installation = await startInstallation({ ...environment, ...demo }, { profile: 'distributed', gateways: 2 });
const said = () => installation.names.map((name) => installation.running[name].said()).join('');
const password = () => /user\s+\S+@\S+\s+(\S+)\n/.exec(said())?.[1];
for (let waited = 0; !password(); waited += 1) {
  if (waited > 600) throw new Error(`the accounts of the demo were not told: ${said()}`);
  await new Promise((go) => setTimeout(go, 100));
}
const env = { ...process.env, DOSAR_PORTALS: installation.urls.join(' '), DOSAR_PORTALS_PASSWORD: password() };
const journeys = ['talk.journey', 'conversation.journey', '--grep-invert', 'the line is cut'];
const failed = await run(process.execPath, ['scripts/e2e.mjs', 'journeys', ...journeys], { env }).then(
  () => 0,
  () => 1,
);
await installation.stop();
installation.forget();
console.log(`two people at two gateways: ${failed} wrong`);
await exit(failed);
