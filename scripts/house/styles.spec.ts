import { join } from 'node:path';
import { filesIn, textOf } from './files';

/** Styles are read by everybody: each class of a sheet is used by a file that imports it, and each that is used is there. */
const code = filesIn('apps/console').filter((file) => /\.tsx?$/.test(file));
const sheets = filesIn('apps/console').filter((file) => file.endsWith('.module.css'));

type Used = { readonly sheet: string; readonly file: string; readonly name: string };
type Import = Used & { readonly text: string };
const IMPORT = /import (\w+) from '(\.[^']*\.module\.css)'/g;
/** Which sheets a file imports, and by which name. */
const importsIn = (file: string, text: string): readonly Import[] =>
  [...text.matchAll(IMPORT)].map(([, name, path]) => ({ sheet: join(file, '..', path!), file, text, name: name! }));

const classesIn = (css: string): ReadonlySet<string> => {
  const heads = [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, head]) => head!.trim());
  const selectors = heads.filter((head) => !head.startsWith('@')).map((head) => head.replace(/:global\([^)]*\)/g, ''));
  return new Set(selectors.flatMap((each) => [...each.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name!)));
};

/** What other classes are made of. */
const COMPOSED = /composes: ([\w ]+?)(?: from '([^']+)')?;/g;
const composedIn = (file: string, css: string): readonly Used[] =>
  [...css.matchAll(COMPOSED)].flatMap(([, names, path]) =>
    names!.split(' ').map((name) => ({ file, name, sheet: path ? join(file, '..', path) : file })),
  );

/** Of a sheet, what a file uses; all of it, if it hands the sheet itself on. */
const usedBy = ({ text, name, ...of }: Import, classes: ReadonlySet<string>): readonly Used[] => {
  if (new RegExp(`[{(]\\s*(\\.\\.\\.)?${name}\\s*[,})]|${name}\\[[^']`).test(text))
    return [...classes].map((each) => ({ ...of, name: each }));
  return [...text.matchAll(new RegExp(`(?<![\\w./'-])${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))].map(
    ([, one, other]) => ({ ...of, name: (one ?? other)! }),
  );
};

const wrongIn = (sheet: string, css: string, used: readonly Used[]): readonly string[] => {
  const classes = classesIn(css);
  const names = new Set(used.map(({ name }) => name));
  return [
    ...[...classes].filter((name) => !names.has(name)).map((name) => `${sheet}: nothing uses .${name}`),
    ...used.filter(({ name }) => !classes.has(name)).map(({ name, file }) => `${file}: ${sheet} has no .${name}`),
  ];
};

describe('classes of style sheets', () => {
  const imports = code.flatMap((file) => importsIn(file, textOf(file)));
  const composed = sheets.flatMap((sheet) => composedIn(sheet, textOf(sheet)));

  it('are those that are used, and no others', () => {
    const wrong = sheets.flatMap((sheet) => {
      const css = textOf(sheet);
      const used = imports.filter((each) => each.sheet === sheet).flatMap((each) => usedBy(each, classesIn(css)));
      return wrongIn(sheet, css, [...used, ...composed.filter((each) => each.sheet === sheet)]);
    });
    expect(wrong).toEqual([]);
    expect(sheets.length).toBeGreaterThan(50);
  });

  it('would be noticed', () => {
    const css =
      '.used, .dead:hover { color: red } @media (width < 5em) { .small { margin: 0.5em } } .a { composes: b; }';
    const [one] = importsIn(
      'a/b.tsx',
      "import css from './b.module.css'; x(css.used, css['small'], css.absent, css.a)",
    );
    expect(
      wrongIn('a/b.module.css', css, [...usedBy(one!, classesIn(css)), ...composedIn('a/b.module.css', css)]),
    ).toEqual([
      'a/b.module.css: nothing uses .dead',
      'a/b.tsx: a/b.module.css has no .absent',
      'a/b.module.css: a/b.module.css has no .b',
    ]);
  });
});
