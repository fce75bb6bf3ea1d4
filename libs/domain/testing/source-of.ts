import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const DOMAIN = join(__dirname, '..');
const KERNEL = join(DOMAIN, '../kernel');

type Declared = ts.VariableDeclaration | ts.DeclarationStatement;
type Source = {
  /** Top-level declarations by name. */
  readonly declared: ReadonlyMap<string, Declared>;
  /**
   * Where an imported name is declared, for our own files; events are not followed: their words are final (words.spec.ts).
   */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
};

const declaredIn = (statement: ts.Statement): readonly Declared[] => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement);
  return isNamed ? [statement] : [];
};

const importedBy = (file: string, statement: ts.Statement) => {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const from = statement.moduleSpecifier.text;
  const names = statement.importClause?.namedBindings;
  if (!from.startsWith('.') || from.endsWith('.events') || !names || !ts.isNamedImports(names)) return [];
  return names.elements.map(({ name, propertyName }) => [
    name.text,
    { file: join(dirname(file), `${from}.ts`), name: (propertyName ?? name).text },
  ]) as [string, { file: string; name: string }][];
};

const sources = new Map<string, Source>();
const sourceOf = (file: string): Source => {
  const known = sources.get(file);
  if (known) return known;
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const all = statements.flatMap(declaredIn);
  const source = {
    declared: new Map(all.flatMap((each) => (each.name && ts.isIdentifier(each.name) ? [[each.name.text, each]] : []))),
    imported: new Map(statements.flatMap((each) => importedBy(file, each))),
  };
  sources.set(file, source);
  return source;
};

/** Names used by a piece of code, except those of members. */
const usedIn = (node: ts.Node): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (each: ts.Node): void => {
    const { parent } = each;
    const isMember =
      (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
      parent.name === each;
    if (ts.isIdentifier(each) && !isMember) names.add(each.text);
    each.forEachChild(visit);
  };
  visit(node);
  return names;
};

/** The code without line breaks and comments. */
const plain = (node: ts.Node): string =>
  ts
    .createPrinter({ removeComments: true })
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w $]) ?/g, '$1')
    .replace(/,([}\])])/g, '$1');

/** These pieces of a file and all of our code that they use, as one text. */
export const textOf = (file: string, pieces: readonly ts.Node[]): string => {
  const seen = new Set<ts.Node>();
  const add = (from: string, piece: ts.Node): void => {
    if (seen.has(piece)) return;
    seen.add(piece);
    const { declared, imported } = sourceOf(from);
    for (const name of usedIn(piece)) {
      const own = declared.get(name);
      const other = imported.get(name);
      if (own) add(from, own);
      const found = other && sourceOf(other.file).declared.get(other.name);
      if (other && found) add(other.file, found);
    }
  };
  for (const piece of pieces) add(file, piece);
  return [...seen].map(plain).sort().join('\n');
};

const memberOf = (object: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined =>
  object.properties.find(
    (each): each is ts.PropertyAssignment => ts.isPropertyAssignment(each) && each.name.getText() === name,
  );

const versionIn = (object: ts.ObjectLiteralExpression): number | null => {
  const version = memberOf(object, 'version')?.initializer;
  return version && ts.isNumericLiteral(version) ? Number(version.text) : null;
};

const objectsIn = (node: ts.Node): readonly ts.ObjectLiteralExpression[] => {
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isObjectLiteralExpression(each)) found.push(each);
    each.forEachChild(visit);
  };
  visit(node);
  return found;
};

export type Shaped = { readonly name: string; readonly version: number; readonly text: string };

/** The code that makes the rows of a view: its whole projector. */
const viewIn = (file: string, declaration: Declared): Shaped | null => {
  for (const object of objectsIn(declaration)) {
    const view = memberOf(object, 'view')?.initializer;
    const version = versionIn(object);
    if (view && ts.isStringLiteral(view) && version !== null)
      return { name: `view ${view.text}`, version, text: textOf(file, [declaration]) };
  }
  return null;
};

/** The code that makes and stores the states in snapshots, without the decisions. */
const snapshotIn = (file: string, declaration: Declared): Shaped | null => {
  for (const object of objectsIn(declaration)) {
    const snapshot = memberOf(object, 'snapshot');
    const version = snapshot && ts.isObjectLiteralExpression(snapshot.initializer) && versionIn(snapshot.initializer);
    if (typeof version !== 'number' || !declaration.name) continue;
    const made = ['initial', 'evolve', 'snapshot'].flatMap((name) => memberOf(object, name) ?? []);
    const name = `snapshot ${declaration.name.getText()}`;
    return { name, version, text: textOf(file, made) };
  }
  return null;
};

/** All views and snapshots in the sources, each with its version and the code that determines its shape. */
export const shapedInSources = (): readonly Shaped[] =>
  [DOMAIN, join(KERNEL, 'model')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\.d\.ts$/.test(file))
    .filter((file) => !/^(dist|node_modules|testing)/.test(relative(DOMAIN, file)))
    .flatMap((file) =>
      [...sourceOf(file).declared.values()].flatMap((each) => [viewIn(file, each), snapshotIn(file, each)]),
    )
    .filter((each): each is Shaped => each !== null);
