/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import {
  DELETED_WORDS,
  FEATURES,
  folded,
  SEARCH_OPERATORS,
  STATE_WORDS,
  TYPE_WORDS,
  type Me,
  type SearchOperator,
} from '@dosar/contracts';
import { aServer, show } from '../../testing/screen';
import { wordsEn } from '../../ui/words/en';
import { wordsRo } from '../../ui/words/ro';
import { searchEn } from './en';
import { Operators, Unknown, withOperator } from './operators';
import { searchRo } from './ro';
import { SearchBox } from './search-box';

const accountant = { role: 'accountant', features: FEATURES } as unknown as Me;

describe('operators', () => {
  it.each([
    ['ro', { ...wordsRo, ...searchRo }],
    ['en', { ...wordsEn, ...searchEn }],
  ])('take the words of the screens (%s)', (_, { process, accounting, search }) => {
    const wordsOf = (all: Readonly<Record<string, readonly string[]>>, key: string) => all[key] ?? [];
    for (const [state, label] of Object.entries({ ...process, ...accounting }))
      expect(wordsOf(STATE_WORDS, state)).toContain(folded(label));
    for (const [type, label] of Object.entries(search.types))
      expect(wordsOf(TYPE_WORDS, type)).toContain(folded(label));
    for (const label of Object.values(search.kinds)) expect(Object.values(TYPE_WORDS).flat()).toContain(folded(label));
    expect([DELETED_WORDS.only, DELETED_WORDS.without].map(([ro, en]) => [ro, en])).toEqual([
      [wordsRo.words.yes, wordsEn.words.yes],
      [wordsRo.words.no, wordsEn.words.no],
    ]);
    // each example is one of its operator
    for (const [operator, example] of Object.entries(search.operators)) {
      const [name, value] = example.split(':');
      expect(SEARCH_OPERATORS[operator as SearchOperator]).toContain(folded(name!));
      expect(value).not.toBe('');
    }
  });

  it('are put behind what was typed, those that somebody can use', async () => {
    const picked: string[] = [];
    const { person } = await show(<Operators user={accountant} onPick={(operator) => picked.push(operator)} />);
    await person.click(screen.getByRole('button', { name: /luna:septembrie/ }));
    expect(picked).toEqual(['luna:']);
    expect(withOperator('bonuri ', 'luna:')).toBe('bonuri luna:');
    expect(withOperator(' ', 'luna:')).toBe('luna:');
  });

  it('are put into the box, which has what was typed before it was there', async () => {
    aServer({
      'GET /search': () => ({ results: [], total: 0, page: 1, pageSize: 6, took_ms: 1, unknown: ['luna:'] }),
      'GET /search/saved': () => ({ saved: [] }),
      'GET /search/history': () => ({ history: [] }),
    });
    const before = ['bonu'];
    const box = <SearchBox actions={[]} user={accountant} onClose={() => {}} takeTyped={() => before.pop() ?? ''} />;
    const { person } = await show(box);
    const field = await screen.findByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(field.value).toBe('bonu'));
    await person.type(field, 'ri');
    await person.click(screen.getByRole('button', { name: /luna:septembrie/ }));
    expect([field.value, document.activeElement]).toEqual(['bonuri luna:', field]);
    expect((await screen.findByRole('status')).textContent).toContain('După „luna:” scrieți o valoare');
  });

  it('are not those of a firm for a client, nor those of documents where there are none', async () => {
    const user = { role: 'user', features: ['chat'] } as unknown as Me;
    await show(<Operators user={user} onPick={() => {}} />);
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['tip:imagini', 'de:ana', 'după:31.08.2026', 'înainte:01.10.2026']);
  });

  it('say what is not understood, and what would be', async () => {
    await show(<Unknown unknown={['status:albastru', 'luna:', 'estado:nuevo']} />);
    const said = screen.getByRole('status').textContent;
    expect(said).toContain('„status:albastru” nu se înțelege');
    expect(said).toContain('„status:contabilizat”');
    expect(said).toContain('După „luna:” scrieți o valoare, de exemplu „luna:septembrie”.');
    expect(said).toContain('„estado:nuevo” nu restrânge nimic');
  });
});
