import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { contexts } from './app.module';
import type { UseCase } from './platform/use-cases/use-case';

type Found = { readonly name: string; readonly value: unknown };

const files = readdirSync(__dirname, { withFileTypes: true, recursive: true })
  .filter(({ name, parentPath }) => /\.ts$/.test(name) && !/node_modules|\/dist/.test(parentPath))
  .map(({ parentPath, name }) => join(parentPath, name));

/** What these files export that is of that kind. */
const exportedBy = (some: readonly string[], isKind: (value: object) => boolean): Found[] =>
  some.flatMap((file) =>
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- files are found by their names
    Object.entries(require(file) as Record<string, unknown>)
      .filter(([, value]) => (typeof value === 'object' || typeof value === 'function') && value !== null)
      .filter(([, value]) => isKind(value as object))
      .map(([member, value]) => ({ name: `${relative(__dirname, file)} ${member}`, value })),
  );
const exported = (role: string, isKind: (value: object) => boolean): Found[] =>
  exportedBy(
    files.filter((file) => file.endsWith(`.${role}.ts`)),
    isKind,
  );

const metadata = (kind: 'controllers' | 'providers') =>
  contexts.flatMap(({ module }) => (Reflect.getMetadata(kind, module) as unknown[] | undefined) ?? []);
const isClassWith = (method: string) => (value: object) =>
  typeof value === 'function' && method in ((value.prototype as object | undefined) ?? {});
const isListener = isClassWith('hear');
const isJob = isClassWith('run');

describe('the application', () => {
  it.each<[string, (value: object) => boolean, () => readonly unknown[]]>([
    ['module', (value) => 'module' in value, () => contexts],
    ['reads', isClassWith('of'), () => contexts.flatMap(({ reads = [] }) => reads)],
    ['announcer', (value) => 'announce' in value, () => contexts.flatMap(({ announcers }) => announcers)],
    ['audience', (value) => 'roomsOf' in value, () => contexts.flatMap(({ audiences }) => audiences)],
    ['listener', isListener, () => contexts.flatMap(({ listeners }) => listeners)],
    ['listener', isListener, () => metadata('providers')],
    ['job', isJob, () => contexts.flatMap(({ jobs }) => jobs)],
    ['job', isJob, () => metadata('providers')],
  ])('has every %s that there is', (role, isKind, registered) => {
    const found = exported(role, isKind);
    expect(found.length).toBeGreaterThan(0);
    const has = new Set(registered());
    expect(found.filter(({ value }) => !has.has(value)).map(({ name }) => name)).toEqual([]);
  });

  it('has every use case that there is', () => {
    const isInContext = (file: string) => !/\.spec\.ts$|\/platform\//.test(file);
    const some = files.filter((file) => isInContext(file) && readFileSync(file, 'utf8').includes('= useCase('));
    const found = exportedBy(some, (value) => 'controller' in value) as { name: string; value: UseCase }[];
    expect(found.length).toBeGreaterThan(0);
    const has = new Set(metadata('controllers'));
    expect(found.filter(({ value }) => !has.has(value.controller)).map(({ name }) => name)).toEqual([]);
  });
});
