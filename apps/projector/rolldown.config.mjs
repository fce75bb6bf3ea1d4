import { fileURLToPath } from 'node:url';
import { serverBundle } from '../../scripts/config/rolldown.shared.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default { ...serverBundle({ main: here('main.ts') }, here('dist')), tsconfig: here('tsconfig.json') };
