import { dirname } from 'node:path';
import ts from 'typescript';
import { filesIn, textOf } from './files';

/** Names that are exported and packages that are listed are read by everybody: somebody uses each of them. */
const CODE = /\.([mc]?tsx?|[mc]?js)$/;
/** Found by their names, by a framework or from outside. */
const FOUND = /\.config\.[a-z]+$|\.gen\.ts$|\.d\.m?ts$|\/app\/routes\/|^apps\/e2e\/|^scripts\/|\/vite\.|\/testing\//;

type Said = {
  readonly file: string;
  readonly exported: readonly string[];
  /** Names that it says of others: a member of what is imported as a whole counts as well; and of its own, where it uses them. */
  readonly says: ReadonlySet<string>;
  /** By which it loads something. */
  readonly texts: ReadonlySet<string>;
};

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (!ts.canHaveModifiers(statement)) return [];
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
  return declared.flatMap((each) => {
    const { name } = each as ts.NamedDeclaration;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
};

/** A text by which something may be loaded. */
const isLoaded = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  ts.isCallExpression(parent) ||
  ts.isLiteralTypeNode(parent) ||
  ts.isModuleDeclaration(parent);

const saidIn = (file: string, text: string): Said => {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const says = new Set<string>();
  const texts = new Set<string>();
  const times = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) times.set(node.text, (times.get(node.text) ?? 0) + 1);
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) says.add((node.propertyName ?? node.name).text);
    if (ts.isPropertyAccessExpression(node)) says.add(node.name.text);
    if (ts.isQualifiedName(node)) says.add(node.right.text);
    if (ts.isImportTypeNode(node) && node.qualifier && ts.isIdentifier(node.qualifier)) says.add(node.qualifier.text);
    if (ts.isBindingElement(node)) says.add((node.propertyName ?? node.name).getText());
    if (ts.isStringLiteralLike(node) && isLoaded(node)) texts.add(node.text);
    node.forEachChild(visit);
  };
  visit(parsed);
  const exported = parsed.statements.flatMap(namesOf);
  // a type and a schema of one name are one thing
  const declared = (name: string) => exported.filter((each) => each === name).length;
  for (const name of exported) if (times.get(name)! > declared(name)) says.add(name);
  return { file, exported, says, texts };
};

const unused = (all: readonly Said[]): string[] => {
  const said = new Set(all.flatMap(({ says }) => [...says]));
  return all
    .filter(({ file }) => !FOUND.test(file))
    .flatMap(({ file, exported }) => exported.filter((name) => !said.has(name)).map((name) => `${file}: ${name}`));
};

const code = filesIn('apps', 'libs', 'scripts', 'eslint.config.js', '.dependency-cruiser.cjs').filter((file) =>
  CODE.test(file),
);
const all = code.map((file) => saidIn(file, textOf(file)));

/** Packages that no file of ours imports, and what needs them. */
const ASKED_FOR: Readonly<Record<string, string>> = {
  '@fontsource-variable/figtree': 'a style sheet',
  '@swc/helpers': 'what swc makes of code in tests',
  '@testing-library/dom': 'the library for React',
  '@swc/jest': 'jest.preset.cjs names it',
  rxjs: 'Nest',
  tsc7: 'its program is run',
};

type Package = { readonly dependencies?: object; readonly devDependencies?: object; readonly scripts?: object };

const unimported = (list: string, text: string): string[] => {
  const { dependencies = {}, devDependencies = {}, scripts = {} } = JSON.parse(text) as Package;
  const folder = dirname(list);
  const near = folder === '.' ? all : all.filter(({ file }) => file.startsWith(`${folder}/`));
  const isSaid = (name: string) =>
    JSON.stringify(scripts).includes(name) ||
    near.some(({ texts }) => texts.has(name) || [...texts].some((each) => each.startsWith(`${name}/`)));
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    .filter((name) => !name.startsWith('@types/') && !(name in ASKED_FOR) && !isSaid(name))
    .map((name) => `${list}: ${name}`);
};

describe('what is exported or listed is used:', () => {
  it('names', () => expect(unused(all)).toEqual([]));

  it('packages', () => {
    const lists = filesIn('package.json', 'apps', 'libs').filter((file) => /(^|\/)package\.json$/.test(file));
    expect(lists.flatMap((list) => unimported(list, textOf(list)))).toEqual([]);
  });

  it('would be noticed', () => {
    const dead = saidIn('libs/domain/a.ts', 'export const dead = 1; export const known = 2;');
    const other = saidIn('libs/domain/b.ts', "import { known } from './a'; void known;");
    expect(unused([dead, other])).toEqual(['libs/domain/a.ts: dead']);
    expect(unimported('libs/domain/package.json', '{ "dependencies": { "left-pad": "1.0.0" } }')).toHaveLength(1);
  });
});
