import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** Every address that the router knows. */
const addresses = (): string[] => {
  const tree = readFileSync(join(__dirname, 'route-tree.gen.ts'), 'utf8');
  const [, members] = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)!;
  return [...members!.matchAll(/'([^']+)'/g)].map(([, address]) => address!);
};

/** The addresses that stand in a source, such as in a link or a place of the navigation. */
const namedIn = (text: string): string[] => [...text.matchAll(/['"](\/[^'"]*)['"]/g)].map(([, address]) => address!);

/** What groups others, and what is shown where there is nothing. */
const NOWHERE = ['/admin', '/$'];

it('every screen is gone to from somewhere, or is beside the list that it belongs to', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(dist|dist-types|node_modules)\/|\.gen\.ts$|\.spec\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'));
  const links = new Set(sources.flatMap(namedIn));
  const isGoneTo = (address: string) => links.has(address) || links.has(address.replace(/\/(new|\$id)$/, ''));
  expect(addresses().length).toBeGreaterThan(20);
  expect(addresses().filter((address) => !isGoneTo(address) && !NOWHERE.includes(address))).toEqual([]);
});
