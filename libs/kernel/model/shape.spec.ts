import { z } from 'zod';
import { joinClasses, personal, shape, splitByClass } from './shape';

describe('personal data of an event', () => {
  it('is found in objects and lists', () => {
    const { mask } = shape(z.object({ to: z.array(z.object({ name: personal('name', z.string()), at: z.string() })) }));
    expect(mask).toEqual({ names: { to: { items: { names: { name: 'name' } } } } });
  });

  it('may be a list as a whole', () => {
    const mask = { names: { tags: 'content' } } as const;
    const [clear, marked] = splitByClass({ id: 1, tags: ['urgent'] }, mask);
    expect([clear, joinClasses(clear, marked)]).toEqual([{ id: 1 }, { id: 1, tags: ['urgent'] }]);
  });
  it('is not taken where it would not be found', () => {
    expect(() => shape(z.object({ either: z.union([z.number(), personal('name', z.string())]) }))).toThrow(
      'a marked field inside a union would not be found',
    );
    expect(shape(z.object({ either: z.union([z.number(), z.string()]) })).mask).toBeNull();
  });
});
