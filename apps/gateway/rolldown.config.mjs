import { fileURLToPath } from 'node:url';
import { gatewayWorkers, serverBundle, workers } from '../../scripts/config/rolldown.shared.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default {
  ...serverBundle({ main: here('main.ts'), dosar: here('dosar.ts'), ...workers, ...gatewayWorkers }, here('dist')),
  tsconfig: here('tsconfig.json'),
};
