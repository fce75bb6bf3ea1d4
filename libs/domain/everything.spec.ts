import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { library, projectors } from './everything';

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? entry.name.startsWith('dist') || entry.name === 'node_modules'
        ? []
        : sources(join(folder, entry.name))
      : [join(folder, entry.name)],
  );

describe('everything', () => {
  it('has every event and every projector that there is', () => {
    const files = sources(__dirname);
    const catalogues = files.filter((file) => file.endsWith('.events.ts')).length;
    const imported = readFileSync(join(__dirname, 'everything.ts'), 'utf8');
    expect(imported.match(/\.events'/g)).toHaveLength(catalogues);
    expect(imported.match(/\.projector'/g)).toHaveLength(files.filter((file) => file.endsWith('.projector.ts')).length);
    expect(imported.match(/\.reactor'/g)).toHaveLength(files.filter((file) => file.endsWith('.reactor.ts')).length);
  });
  it('calls every event and every view by a name of its own', () => {
    const views = projectors.map(({ view }) => view);
    expect(new Set(views).size).toBe(views.length);
    expect([...library.keys()].every((type) => /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(type))).toBe(true);
  });
});
