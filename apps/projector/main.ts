import { openPorts } from '@dosar/adapters/open-ports';
import { runProcess } from '@dosar/adapters/run-process';
import { readConfig } from './config';
import { start } from './start';

const begin = async () => {
  const config = readConfig(process.env);
  // checks only whether all services are there, for scripts that wait for them
  if (process.argv.includes('--check')) {
    await (await openPorts(config, [], {})).close();
    process.exit(0);
  }
  return start(config);
};

await runProcess("Dosar's projector", begin, () => {
  process.stdout.write(`Dosar's projector is at work (ready in ${Math.round(process.uptime() * 1000)} ms)\n`);
});
