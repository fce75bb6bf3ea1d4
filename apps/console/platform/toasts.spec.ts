import { TOAST, Toasts } from './toasts';

const aList = () => {
  jest.useFakeTimers();
  const toasts = new Toasts();
  const titles = () => toasts.shown.get().map(({ title }) => title);
  const show = (title: string) => toasts.show({ type: 'info', title });
  return { toasts, titles, show };
};
afterEach(() => jest.useRealTimers());

describe('toasts', () => {
  it('stay five seconds', () => {
    const { titles, show } = aList();
    show('unu');
    jest.advanceTimersByTime(TOAST.ms - 1);
    expect(titles()).toEqual(['unu']);
    jest.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it('are three at most: the oldest goes for a fourth', () => {
    const { titles, show } = aList();
    for (const title of ['unu', 'doi', 'trei', 'patru']) show(title);
    expect(titles()).toEqual(['doi', 'trei', 'patru']);
  });

  it('stay while somebody reads them, and five seconds after', () => {
    const { toasts, titles, show } = aList();
    const id = show('unu');
    toasts.hold(id);
    jest.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['unu']);
    toasts.release(id);
    jest.advanceTimersByTime(TOAST.ms);
    expect(titles()).toEqual([]);
  });

  it('go when somebody is where they tell of', () => {
    const { toasts, titles, show } = aList();
    show('unu');
    for (const place of ['/chat/a', '/chat/b']) toasts.show({ type: 'info', title: place, place });
    toasts.reached('/chat/b');
    expect(titles()).toEqual(['unu', '/chat/a']);
  });

  it('go when they are dismissed', () => {
    const { toasts, titles, show } = aList();
    const id = show('unu');
    show('doi');
    toasts.dismiss(id);
    expect(titles()).toEqual(['doi']);
  });
});
