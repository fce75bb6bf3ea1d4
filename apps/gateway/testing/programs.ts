import { spawnSync } from 'node:child_process';
import { programPath } from '../files/readers/spawn-confined';

const hasRomanian = (): boolean => {
  const tesseract = programPath('tesseract');
  if (tesseract === null) return false;
  const { stdout } = spawnSync(tesseract, ['--list-langs'], { encoding: 'utf8' });
  return ['ron', 'eng', 'osd'].every((language) => stdout.split('\n').includes(language));
};

/** Programs for OCR that are missing on this machine. */
const MISSING_OF_OCR = [
  ...(hasRomanian() ? [] : ['tesseract with ron, eng and osd']),
  ...(programPath('pdftoppm') === null ? ['pdftoppm'] : []),
];

/** A test that needs external programs: without them it is skipped, and its name says which it needs. */
export const itWithOcr = (name: string, test: () => Promise<unknown>): void => {
  if (MISSING_OF_OCR.length > 0) it.skip(`${name} (needs ${MISSING_OF_OCR.join(' and ')})`, test);
  else it(name, test);
};
