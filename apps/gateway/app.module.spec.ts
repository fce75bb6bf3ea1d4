import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { contexts } from './app.module';

type Found = { readonly name: string; readonly value: unknown };

/** What the files of a role export that is of that kind. */
const exported = (role: string, isKind: (value: object) => boolean): Found[] =>
  readdirSync(__dirname, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name.endsWith(`.${role}.ts`) && !/node_modules|\/dist/.test(entry.parentPath))
    .flatMap(({ parentPath, name }) =>
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- files are found by their names
      Object.entries(require(join(parentPath, name)) as Record<string, unknown>)
        .filter(([, value]) => (typeof value === 'object' || typeof value === 'function') && value !== null)
        .filter(([, value]) => isKind(value as object))
        .map(([member, value]) => ({ name: `${relative(__dirname, join(parentPath, name))} ${member}`, value })),
    );

const metadata = (kind: 'controllers' | 'providers') =>
  contexts.flatMap(({ module }) => (Reflect.getMetadata(kind, module) as unknown[] | undefined) ?? []);
const hasMetadata = (key: string) => (value: object) => Reflect.hasMetadata(key, value);
const isClassWith = (method: string) => (value: object) =>
  typeof value === 'function' && method in ((value.prototype as object | undefined) ?? {});
const isListener = isClassWith('hear');
const isJob = isClassWith('run');

describe('the application', () => {
  it.each<[string, (value: object) => boolean, () => readonly unknown[]]>([
    ['module', (value) => 'module' in value, () => contexts],
    ['controller', hasMetadata('path'), () => metadata('controllers')],
    ['handler', hasMetadata('__commandHandler__'), () => metadata('providers')],
    ['handler', hasMetadata('__queryHandler__'), () => metadata('providers')],
    ['query', hasMetadata('__queryHandler__'), () => metadata('providers')],
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
});
