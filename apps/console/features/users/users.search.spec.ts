import { UsersSearch } from './users.search';

describe('the address of the list of accounts', () => {
  it('keeps what makes sense and leaves the rest', () => {
    expect(UsersSearch.parse({ q: 'ana', role: 'king', page: '2', pageSize: '50', sort: 'email' })).toEqual({
      q: 'ana',
      page: 2,
      pageSize: 50,
      sort: 'email',
    });
    expect(UsersSearch.parse({ page: '-1', pageSize: '7', invited: 'false' })).toEqual({});
  });
});
