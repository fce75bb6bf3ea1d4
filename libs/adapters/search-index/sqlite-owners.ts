import { remembered } from './remembered';
import type { Statements } from './statements';

const REMEMBERED = 10_000;

/** The numbers of the keys that documents are sealed with. */
export const ownersIn = ({ prepared }: Statements) => {
  const find = (key: string): number | null =>
    (prepared('SELECT n FROM owners WHERE key = ?').get(key) as { n: number } | undefined)?.n ?? null;
  const known = remembered(REMEMBERED, (key): number => {
    prepared('INSERT INTO owners (key) VALUES (?) ON CONFLICT DO NOTHING').run(key);
    return find(key)!;
  });
  return {
    find,
    /** Of a key that was never seen, a new one. */
    numberOf: known.of,
    forget: known.forget,
  };
};
