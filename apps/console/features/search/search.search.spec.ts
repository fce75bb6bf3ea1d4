import { SearchAddress } from './search.search';

const read = (address: string) =>
  JSON.parse(JSON.stringify(SearchAddress.parse(Object.fromEntries(new URLSearchParams(address))))) as object;

describe('the address of a search', () => {
  it('keeps its words where another value makes no sense', () =>
    expect(read('q=factura&sort=x&types=files,x&min_size=-1&date_from=ieri&page=0')).toEqual({ q: 'factura' }));

  it('says all that a search of the history was narrowed to', () =>
    expect(read('q=bon&types=images,messages&min_size=5&max_size=9&conversation_id=k&sender_id=a&order=asc')).toEqual({
      q: 'bon',
      types: 'images,messages',
      min_size: 5,
      max_size: 9,
      conversation_id: 'k',
      sender_id: 'a',
      order: 'asc',
    }));
});
