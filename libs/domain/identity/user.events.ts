import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id, Role } from '@dosar/contracts';

export const UserEvents = events(
  'user',
  {
    UserRegistered: shape(
      z.object({
        role: Role,
        firmId: Id.nullable(),
        name: personal(z.string()),
        email: personal(z.string()),
        phone: personal(z.string()),
      }),
    ),
    /** A credential counts only while the newest of these names it. */
    PasswordChanged: shape(
      z.object({ credentialId: Id, by: z.enum(['self', 'administrator', 'reset', 'invitation']) }),
    ),
  },
  (id) => `user:${id}`,
);
export type UserEvent = EventOf<typeof UserEvents>;
