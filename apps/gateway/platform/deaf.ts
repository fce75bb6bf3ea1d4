import type { Socket } from 'socket.io';
import { LIVE } from '@dosar/contracts';

/** A reader that has so much waiting, besides all that it may have missed, is not reading any more. */
const UNREAD = { packets: LIVE.missed + 256, bytes: 1024 * 1024 } as const;

/** Ends a line whose other end does not read any more: what waits for it takes memory. */
export const cutIfDeaf = ({ conn }: Pick<Socket, 'conn'>): void => {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  };
  const isDeaf = writeBuffer.length > UNREAD.packets || (transport.socket?.bufferedAmount ?? 0) > UNREAD.bytes;
  if (isDeaf) conn.close(true);
};
