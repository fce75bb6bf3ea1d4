import { isFiltered, narrowed, resorted, type Search } from './list.search';

describe('the address of a list', () => {
  it('knows filters from arrangement', () => {
    expect(isFiltered({ sort: 'name', page: 3, q: '' })).toBe(false);
    expect(isFiltered({ role: 'admin' })).toBe(true);
  });

  it('begins at the first page again when something else is looked for', () => {
    expect(narrowed<Search>({ page: 4, pageSize: 50 }, { q: 'ana' })).toEqual({ q: 'ana', pageSize: 50 });
  });

  it('turns the order round on the same column only', () => {
    expect(resorted({ sort: 'name' }, 'name', 'name')).toMatchObject({ sort: 'name', order: 'desc' });
    expect(resorted({ sort: 'name', order: 'desc' }, 'name', 'name').order).toBeUndefined();
    expect(resorted({ sort: 'name', order: 'desc' }, 'email', 'name').order).toBeUndefined();
  });
});
