import { csvRows } from './csv';

describe('a list of values', () => {
  it.each([
    ['semicolons', 'a;1,5\nb;2,5'],
    ['that word in quotes and after a mark', '\ufeff"SEP=;"\r\na;1,5\r\nb;2,5'],
    ['that word, of what is not guessed', 'sep=^\na^1,5\nb^2,5'],
    ['that word, of tabs', 'sep=\t\na\t1,5\nb\t2,5'],
  ])('is split by %s', (_, text) =>
    expect(csvRows(text, false)).toEqual([
      ['a', '1,5'],
      ['b', '2,5'],
    ]),
  );
  it('P22: has a line that names its separator, which is no head', () =>
    expect(csvRows('sep=;\na;1,5\nb;2,5', false)).toEqual([
      ['a', '1,5'],
      ['b', '2,5'],
    ]));
  it('that only begins like that word has it as its head', () =>
    expect(csvRows('sep=anul;luna\n1;2', false)[0]).toEqual(['sep=anul', 'luna']));
  it('that was cut loses its last row', () => expect(csvRows('a;b\n1;2\n3', true)).toHaveLength(2));
});
