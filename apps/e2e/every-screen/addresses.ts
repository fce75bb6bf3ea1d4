import { routes } from './routes';
import type { Stage } from './stage';

export type Role = 'guest' | 'client' | 'accountant' | 'admin';

type Where = (stage: Stage, role: Role) => string;

const of =
  (name: keyof Stage, before: string, after = ''): Where =>
  (stage) =>
    before + stage[name] + after;

/** Where a route leads, of those that need to be told of what; each other one is its own address. */
const ADDRESSES: Readonly<Record<string, Where>> = {
  '/$': () => '/nicăieri',
  '/files': ({ clientId }, role) => (role === 'client' ? '/files' : `/files?clientId=${clientId}`),
  '/files/trash': ({ clientId }, role) => (role === 'client' ? '/files/trash' : `/files/trash?clientId=${clientId}`),
  '/files/$folderId': of('folderId', '/files/'),
  '/chat/$conversationId': of('conversationId', '/chat/'),
  '/clients/$id': of('clientId', '/clients/'),
  '/admin/clients/$id': of('clientId', '/admin/clients/'),
  '/admin/firms/$id': of('firmId', '/admin/firms/'),
  '/admin/users/$id': of('userId', '/admin/users/'),
  '/search': () => '/search?q=factura',
  '/login': () => '/login?redirect=%2Fsearch',
};

/** Every screen that this role could ask for; a new one with a parameter has to be given its address above. */
export const addresses = (stage: Stage, role: Role): readonly { readonly route: string; readonly address: string }[] =>
  routes
    .filter(({ isInside, path }) => isInside === (role !== 'guest') || path === '/health' || path === '/unsubscribe')
    .map(({ path }) => {
      const where = ADDRESSES[path];
      if (!where && path.includes('$')) throw new Error(`${path} has no address in apps/e2e/every-screen/addresses.ts`);
      return { route: path, address: where ? where(stage, role) : path };
    });
