import { isFiltered, narrowed, resorted, UsersSearch, type Search } from './list.search';

describe('the address of a list', () => {
  it('keeps what makes sense and leaves the rest', () => {
    expect(UsersSearch.parse({ q: 'ana', role: 'king', page: '2', pageSize: '50', sort: 'email' })).toEqual({
      q: 'ana',
      page: 2,
      pageSize: 50,
      sort: 'email',
    });
    expect(UsersSearch.parse({ page: '-1', pageSize: '7', invited: 'false' })).toEqual({});
  });

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
