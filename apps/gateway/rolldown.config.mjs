import { serverBundle, workers } from '../../scripts/config/rolldown.shared.mjs';

export default {
  ...serverBundle({ main: 'main.ts', 'projector.worker': 'projector.worker.ts', ...workers }, 'dist'),
  tsconfig: 'tsconfig.json',
};
