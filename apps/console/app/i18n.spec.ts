import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { en as contractEn, ro as contractRo } from '@dosar/contracts';
import { isForPeople } from '../features/audit/event-text';
import { auditorsEn } from './sentences/auditors.en';
import { auditorsRo } from './sentences/auditors.ro';
import { guestsEn } from './sentences/guests.en';
import { guestsRo } from './sentences/guests.ro';
import { signedInEn } from './sentences/signed-in.en';
import { signedInRo } from './sentences/signed-in.ro';

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const ro = new Map(flat({ ...guestsRo, ...signedInRo, ...auditorsRo }));
const en = new Map(flat({ ...guestsEn, ...signedInEn, ...auditorsEn }));
const ofTheContract = Object.keys(contractRo).filter(
  (section) => ro.has(section) || [...ro.keys()].some((key) => key.startsWith(`${section}.`)),
);
const ofContract = new Set([...flat(contractRo), ...flat(contractEn)].map(([key]) => key));

/** The key as it is asked for, without the form of the plural. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const parsed = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

const root = join(__dirname, '..');
const skipped =
  /^(dist|dist-types|node_modules|app\/sentences)\/|\/(ro|en)\.ts$|\.spec\.tsx?$|\.gen\.ts$|\.d\.ts$|vite\.config/;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !skipped.test(name))
  .map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return { name, tree: parsed(name, text) };
  });

/** Who says what: the sections of each catalogue, by the folder that it lies in. */
const catalogues = (language: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`/${language}.ts`) && !/^(dist|dist-types|node_modules)\//.test(name))
    .map((name) => {
      const [sentences] = Object.values(jest.requireActual<Record<string, Tree>>(join(root, name)));
      return { folder: name.replace(/\/\w+\.ts$/, ''), sections: Object.keys(sentences!) };
    });

const visit = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node);
  node.forEachChild((child) => visit(child, see));
};

/** Texts and beginnings of texts that stand in the sources, and those that are asked for as sentences. */
const inSources = () => {
  const texts = new Set<string>();
  const heads = new Set<string>();
  const asked = new Map<string, string>();
  const byWhom: { name: string; section: string }[] = [];
  const note = (name: string, key: string) => byWhom.push({ name, section: key.split('.')[0]! });
  for (const { name, tree } of sources)
    visit(tree, (node) => {
      if (ts.isStringLiteralLike(node)) texts.add(node.text);
      if (ts.isTemplateHead(node) && /^[a-z]+\./i.test(node.text)) heads.add(node.text);
      if (!ts.isCallExpression(node) || node.expression.getText(tree) !== 't') return;
      const [key] = node.arguments;
      if (key && ts.isTemplateExpression(key)) note(name, key.head.text);
      if (!key || !ts.isStringLiteralLike(key)) return;
      asked.set(key.text, name);
      note(name, key.text);
    });
  return { texts, heads, asked, byWhom };
};

/** Attributes whose text a person reads or hears. */
const SPOKEN = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'text',
  'aria-label',
  'aria-description',
  'description',
]);
const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

/** What a person reads of the value of an expression: not what is asked for by it, or compared with it. */
const textsOf = (node: ts.Expression): readonly string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.flatMap((span) => [...textsOf(span.expression), span.literal.text])];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && !/[=<>]/.test(node.operatorToken.getText()))
    return [...textsOf(node.left), ...textsOf(node.right)];
  return [];
};

const hardCoded = () =>
  sources.flatMap(({ name, tree }) => {
    const found: string[] = [];
    const note = (text: string) => hasWords(text) && found.push(`${name}: ${text.trim()}`);
    const noteAll = (node: ts.Expression | undefined) => node && textsOf(node).forEach(note);
    const isSpoken = (node: ts.PropertyAssignment | ts.JsxAttribute) => SPOKEN.has(node.name.getText(tree));
    visit(tree, (node) => {
      if (ts.isJsxText(node)) note(node.text);
      if (ts.isJsxExpression(node) && (!ts.isJsxAttribute(node.parent) || isSpoken(node.parent)))
        noteAll(node.expression);
      if (ts.isPropertyAssignment(node) && isSpoken(node)) noteAll(node.initializer);
      if (ts.isJsxAttribute(node) && isSpoken(node) && node.initializer && ts.isStringLiteral(node.initializer))
        note(node.initializer.text);
    });
    return found;
  });

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Catalogues = Readonly<Record<string, Readonly<Record<string, { readonly data: Schema }>>>>;

/** The catalogues of events as they are written down; libs/domain/event-schemas.spec.ts sees to it that they are all of it. */
const events = Object.values(
  JSON.parse(readFileSync(join(root, '../../libs/kernel/EVENTS.json'), 'utf8')) as Catalogues,
).flatMap((types) => Object.entries(types));

/** The names that lead to each member of an event's data that holds no others. */
const membersOf = ({ properties, items, anyOf }: Schema): readonly (readonly string[])[] => {
  if (properties)
    return Object.entries(properties).flatMap(([name, schema]) => membersOf(schema).map((rest) => [name, ...rest]));
  const inner = [...(items ? [items] : []), ...(anyOf ?? [])];
  return inner.length === 0 ? [[]] : inner.flatMap(membersOf);
};

describe('what the console says', () => {
  const { texts, heads, asked, byWhom } = inSources();

  it('is said by one place each, and all of it is loaded', () => {
    for (const [language, whole] of [['ro', ro] as const, ['en', en] as const]) {
      const sections = catalogues(language).flatMap((each) => each.sections);
      expect(sections.length).toBeGreaterThan(20);
      const loaded = new Set([...whole.keys()].map((key) => key.split('.')[0]!));
      for (const section of ofTheContract) loaded.delete(section);
      expect(sections.sort()).toEqual([...loaded].sort());
    }
  });

  it('is asked for by its own feature, if it is not the word of a part that all have', () => {
    const folders = catalogues('ro');
    const isForeign = ({ name, section }: (typeof byWhom)[number]) => {
      const featureOf = (path: string) => /^features\/[^/]+/.exec(path)?.[0];
      const feature = featureOf(name);
      const folder = folders.find(({ sections }) => sections.includes(section))?.folder ?? '';
      // a large feature may have its sentences in several places
      const owner = featureOf(folder) ?? folder;
      if (feature !== undefined) return /^(features|app)/.test(owner) && owner !== feature;
      return /^(ui|platform)\//.test(name) && /^(features|app)/.test(owner);
    };
    expect(byWhom.filter(isForeign)).toEqual([]);
    expect(byWhom.length).toBeGreaterThan(500);
  });

  it('is said in both languages, with the same things put in', () => {
    const needed = [...ro.keys()].filter((key) => !key.endsWith('_few'));
    expect([...en.keys()].filter((key) => !key.endsWith('_few')).sort()).toEqual(needed.sort());
    const holes = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort();
    for (const key of needed.filter((each) => !/_(one|zero)$/.test(each)))
      expect([key, holes(en.get(key)!)]).toEqual([key, holes(ro.get(key)!)]);
  });

  it('has every form of the plural that its language has', () => {
    const plurals = [...ro.keys()].filter((key) => key.endsWith('_other')).map(base);
    for (const key of plurals) for (const form of ['one', 'few', 'other']) expect(ro.has(`${key}_${form}`)).toBe(true);
    for (const key of plurals) for (const form of ['one', 'other']) expect(en.has(`${key}_${form}`)).toBe(true);
  });

  it('misses no sentence that is asked for', () => {
    const known = new Set([...ro.keys()].map(base));
    expect(
      [...asked].filter(([key]) => !known.has(key) && ![...known].some((each) => each.startsWith(`${key}.`))),
    ).toEqual([]);
    expect(asked.size).toBeGreaterThan(100);
  });

  it('has no sentence that nobody asks for', () => {
    const sections = [...asked.keys()].filter((key) => !ro.has(key) && !ro.has(`${key}_other`)).map((key) => `${key}.`);
    const isUsed = (key: string) =>
      texts.has(base(key)) || [...heads, ...sections].some((head) => key.startsWith(head)) || ofContract.has(key);
    expect([...ro.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('names every event there is', () => {
    const types = events.map(([type]) => type);
    expect(types.length).toBeGreaterThan(50);
    expect(types.filter((type) => !ro.has(`events.${type}`) || !en.has(`events.${type}`))).toEqual([]);
  });

  it('names what each event says that people are shown', () => {
    const snake = (name: string) => name.replace(/[A-Z]/g, (of) => `_${of.toLowerCase()}`);
    const shown = new Set<string>();
    for (const member of events.flatMap(([, { data }]) => membersOf(data)))
      for (const name of member.map(snake)) {
        if (!isForPeople([name, 'x'])) break;
        // both ends of a change stand beside each other, and a place is told by where it is
        if (!['from', 'to', 'path'].includes(name)) shown.add(name);
      }
    expect(shown.size).toBeGreaterThan(50);
    expect([...shown].filter((name) => !ro.has(`details.${name}`) || !en.has(`details.${name}`))).toEqual([]);
  });

  it('is nowhere written into a screen', () => expect(hardCoded()).toEqual([]));

  it('has letters with the comma below, never with a cedilla', () => {
    expect([...ro].filter(([, text]) => /[şŞţŢ]/.test(text))).toEqual([]);
  });

  // the reader may be a woman, a name may be hers, and nobody is addressed as a friend
  const NOT_SO = [
    /(?:^|[ :;,(])(?:ați fost|veți fi|fiți|rămâneți|sunteți) (?:deja )?[a-zăâîșț]+(?:at|it|ut)(?![a-zăâîșț])/i,
    /(?:^|[ „(])lui (?:\{\{|[A-ZĂÂÎȘȚ])/,
    /(?:^|[ „(])(?:ești|vei|poți|ai|tău|tale|mergi|sari|apeși|alegi)(?![\p{L}])/iu,
    /e-mail(?!u)/i,
    /\bRON\b/,
  ];
  const found = (sentences: Iterable<[string, string]>) =>
    [...sentences].filter(([, text]) => NOT_SO.some((each) => each.test(text))).map(([key]) => key);

  it('addresses everybody in one form, and has one word for one thing', () => {
    expect(found([...ro, ...flat(contractRo)])).toEqual([]);
    const wrong = ['Veți fi anunțat.', 'Contul lui {{name}}', 'Unde vrei: mergi prin listă', 'Un e-mail', 'Total RON'];
    expect(found(wrong.map((text, at) => [String(at), text]))).toEqual(['0', '1', '2', '3', '4']);
  });

  it('would notice', () => {
    const text = '<p title="Un titlu" label={`${t("a.b")} Sigur?`}>Salut {is === "nou" ? "lume" : t("c")}</p>;';
    sources.push({ name: 'x.tsx', tree: parsed('x.tsx', `${text} show({ title: 'Gata' });`) });
    const said = ['Un titlu', 'Sigur?', 'Salut', 'lume', 'Gata'];
    expect(hardCoded()).toEqual(said.map((each) => `x.tsx: ${each}`));
    sources.pop();
  });
});
