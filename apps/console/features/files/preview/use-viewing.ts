import { useState } from 'react';
import { useHotkeys } from '@mantine/hooks';

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** How something is looked at: 1 is as large as the place allows. */
export type Viewing = { readonly zoom: number; readonly rotation: number };

/** Larger, smaller, turned: by button and by key. */
export const useViewing = (isOn: boolean) => {
  const [viewing, setViewing] = useState<Viewing>({ zoom: 1, rotation: 0 });
  const zoomed = (by: 1 | -1) =>
    setViewing(({ zoom, rotation }) => {
      const next = by > 0 ? STEPS.find((step) => step > zoom) : STEPS.findLast((step) => step < zoom);
      return { zoom: next ?? zoom, rotation };
    });
  const larger = () => zoomed(1);
  const smaller = () => zoomed(-1);
  const turn = () => setViewing(({ zoom, rotation }) => ({ zoom, rotation: (rotation + 90) % 360 }));
  const fit = () => setViewing({ zoom: 1, rotation: 0 });
  useHotkeys(
    isOn
      ? [
          ['+', larger],
          ['=', larger],
          ['shift+=', larger],
          ['-', smaller],
          ['0', fit],
          ['R', turn],
        ]
      : [],
  );
  return { viewing, larger, smaller, turn, fit };
};
