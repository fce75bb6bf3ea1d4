import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { en as contractEn, ro as contractRo } from '@dosar/contracts';
import { enGate } from './en.gate';
import { enInside } from './en.inside';
import { roGate } from './ro.gate';
import { roInside } from './ro.inside';

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const ro = new Map(flat({ ...roGate, ...roInside }));
const en = new Map(flat({ ...enGate, ...enInside }));
const ofContract = new Set([...flat(contractRo), ...flat(contractEn)].map(([key]) => key));

/** The key as it is asked for, without the form of the plural. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const parsed = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

const root = join(__dirname, '..');
const skipped = /^(dist|dist-types|node_modules|i18n)\/|\.spec\.tsx?$|\.gen\.ts$|\.d\.ts$|vite\.config/;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !skipped.test(name))
  .map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return { name, tree: parsed(name, text) };
  });

const visit = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node);
  node.forEachChild((child) => visit(child, see));
};

/** Texts and beginnings of texts that stand in the sources, and those that are asked for as sentences. */
const inSources = () => {
  const [texts, heads, asked] = [new Set<string>(), new Set<string>(), new Map<string, string>()];
  for (const { name, tree } of sources)
    visit(tree, (node) => {
      if (ts.isStringLiteralLike(node)) texts.add(node.text);
      if (ts.isTemplateHead(node) && /^[a-z]+\./i.test(node.text)) heads.add(node.text);
      if (!ts.isCallExpression(node) || node.expression.getText(tree) !== 't') return;
      const [key] = node.arguments;
      if (key && ts.isStringLiteralLike(key)) asked.set(key.text, name);
    });
  return { texts, heads, asked };
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

const hardCoded = () =>
  sources.flatMap(({ name, tree }) => {
    const found: string[] = [];
    const note = (text: string) => hasWords(text) && found.push(`${name}: ${text.trim()}`);
    visit(tree, (node) => {
      if (ts.isJsxText(node)) note(node.text);
      if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression))
        if (!ts.isJsxAttribute(node.parent)) note(node.expression.text);
      if (
        ts.isPropertyAssignment(node) &&
        SPOKEN.has(node.name.getText(tree)) &&
        ts.isStringLiteralLike(node.initializer)
      )
        note(node.initializer.text);
      if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText(tree)) && node.initializer)
        if (ts.isStringLiteral(node.initializer)) note(node.initializer.text);
    });
    return found;
  });

describe('what the console says', () => {
  const { texts, heads, asked } = inSources();

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
    const domain = join(root, '../../libs/domain');
    const catalogues = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^[^.]*\/[^/]*\.events\.ts$/.test(name),
    );
    const types = catalogues.flatMap((name) =>
      [...readFileSync(join(domain, name), 'utf8').matchAll(/^ {4}([A-Z]\w+): shape\(/gm)].map(([, type]) => type!),
    );
    expect(types.length).toBeGreaterThan(50);
    expect(types.filter((type) => !ro.has(`events.${type}`) || !en.has(`events.${type}`))).toEqual([]);
  });

  it('is nowhere written into a screen', () => expect(hardCoded()).toEqual([]));

  it('has letters with the comma below, never with a cedilla', () => {
    expect([...ro].filter(([, text]) => /[şŞţŢ]/.test(text))).toEqual([]);
  });

  it('would notice', () => {
    const tree = parsed('x.tsx', `<p title="Un titlu">Salut {"lume"}</p>; show({ title: 'Gata' });`);
    sources.push({ name: 'x.tsx', tree });
    expect(hardCoded()).toEqual(['x.tsx: Un titlu', 'x.tsx: Salut', 'x.tsx: lume', 'x.tsx: Gata']);
    sources.pop();
  });
});
