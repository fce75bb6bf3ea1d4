import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where results are asked for, there is a folder for them: jest makes none. */
export default async function setup({ outputFile }) {
  if (outputFile) mkdirSync(dirname(outputFile), { recursive: true });
}
