import type { AudienceKind } from '../../platform/sockets/audience';

declare module '../../platform/sockets/audience' {
  interface Audiences {
    /** The accountants of a firm, and the administrators. */
    readonly staffOf: string;
  }
}

export const staff: AudienceKind = {
  by: 'staffOf',
  roomsOf: (firmId) => [`staff ${firmId}`, 'administrators'],
  roomsFor({ role, firmId }) {
    if (role === 'admin') return ['administrators'];
    return role === 'accountant' && firmId !== null ? [`staff ${firmId}`] : [];
  },
};
