import { z } from 'zod';
import { personal, shape } from './shape';

describe('personal data of an event', () => {
  it('is found in objects and lists', () => {
    const { mask } = shape(z.object({ to: z.array(z.object({ name: personal('name', z.string()), at: z.string() })) }));
    expect(mask).toEqual({ names: { to: { items: { names: { name: 'name' } } } } });
  });

  it('is not taken where it would not be found', () => {
    expect(() => shape(z.object({ either: z.union([z.number(), personal('name', z.string())]) }))).toThrow(
      'a marked field inside a union would not be found',
    );
    expect(shape(z.object({ either: z.union([z.number(), z.string()]) })).mask).toBeNull();
  });
});
