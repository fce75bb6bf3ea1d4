import type { KeyboardEvent } from 'react';

type Place = Pick<DOMRect, 'left' | 'top'>;

/** Which of the places an arrow leads to from one of them; null when there is none that way. */
export const nextPlace = (places: readonly Place[], from: number, key: string): number | null => {
  if (key === 'ArrowRight') return from + 1 < places.length ? from + 1 : null;
  if (key === 'ArrowLeft') return from > 0 ? from - 1 : null;
  const here = places[from];
  if (!here || (key !== 'ArrowDown' && key !== 'ArrowUp')) return null;
  const way = key === 'ArrowDown' ? 1 : -1;
  const distance = ({ left, top }: Place) => (top - here.top) * way * 10_000 + Math.abs(left - here.left);
  const that = places
    .map((place, at) => ({ at, place }))
    .filter(({ place }) => (place.top - here.top) * way > 1)
    .sort((a, b) => distance(a.place) - distance(b.place));
  return that[0]?.at ?? null;
};

/** Arrows go from card to card, and back up into the input that looks for them. */
export const followArrows = (event: KeyboardEvent<HTMLElement>, input: HTMLInputElement | null): void => {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-client]')];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next = nextPlace(
    cards.map((card) => card.getBoundingClientRect()),
    at,
    event.key,
  );
  if (next !== null) cards[next]?.focus();
  else if (event.key === 'ArrowUp') input?.focus();
  else return;
  event.preventDefault();
};
