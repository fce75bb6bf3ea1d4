import { z } from 'zod';
import { stored } from '../platform/storage/stored';

const WIDTH = { least: 180, usual: 268, most: 560 } as const;

const Side = z.object({ isOpen: z.boolean(), width: z.number().min(WIDTH.least).max(WIDTH.most) });

/** A side panel, as left in this browser: open or folded, and its width. */
export const sideOf = (name: string) => {
  const side = stored<z.infer<typeof Side>>(name, Side, { isOpen: true, width: WIDTH.usual });
  return {
    ...side,
    limits: WIDTH,
    fold: (isOpen: boolean) => side.set({ ...side.get(), isOpen }),
    widen: (width: number) =>
      side.set({ ...side.get(), width: Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, width))) }),
  };
};
export type Side = ReturnType<typeof sideOf>;
