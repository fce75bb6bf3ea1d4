import type { Socket } from 'socket.io';
import { LIVE } from '@dosar/contracts';

/** A reader that has so much waiting, besides all that it may have missed, is not reading any more. */
const UNREAD = { packets: LIVE.missed + 256, bytes: 1024 * 1024 } as const;

export const isDeaf = ({ conn }: Pick<Socket, 'conn'>): boolean => {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  };
  return writeBuffer.length > UNREAD.packets || (transport.socket?.bufferedAmount ?? 0) > UNREAD.bytes;
};
