/** @jest-environment ./testing/browser.cjs */
import { z } from 'zod';
import { stored } from './stored';

const aList = () => stored('list', z.array(z.string()), []);
/** Another window of this browser stores something. */
const elsewhere = (value: unknown) => {
  localStorage.setItem('list', JSON.stringify(value));
  return () => dispatchEvent(new StorageEvent('storage', { key: 'list' }));
};
const inStorage = () => JSON.parse(localStorage.getItem('list')!) as unknown;

describe('what is kept in a browser with several windows', () => {
  beforeEach(() => localStorage.clear());

  it('is shown in each of them as soon as one has changed it', () => {
    const list = aList();
    const shown: unknown[] = [];
    list.subscribe(() => shown.push(list.get()));
    elsewhere(['a'])();
    expect([list.get(), shown]).toEqual([['a'], [['a']]]);
  });

  it('is changed as it is, though another has changed it just now', () => {
    const list = aList();
    elsewhere(['a']);
    list.change((before) => [...before, 'b']);
    expect([list.get(), inStorage()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('is what it was at first where something else is found', () => {
    localStorage.setItem('list', '{"of":"another version"}');
    expect(aList().get()).toEqual([]);
  });

  it('stays for this visit in a browser that keeps nothing', () => {
    const list = aList();
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    list.change((before) => [...before, 'a']);
    list.change((before) => [...before, 'b']);
    full.mockRestore();
    expect(list.get()).toEqual(['a', 'b']);
  });
});
