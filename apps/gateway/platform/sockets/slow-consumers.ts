import type { Socket } from 'socket.io';
import { LIVE } from '@dosar/contracts';

/** A reader that has so much waiting, besides all that it may have missed, is not reading any more. */
const UNREAD = { packets: LIVE.missed + 256, bytes: 1024 * 1024 } as const;

/** What is told is counted together for so long. */
const LOOK_MS = 20;

const isDeaf = ({ conn }: Pick<Socket, 'conn'>): boolean => {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  };
  return writeBuffer.length > UNREAD.packets || (transport.socket?.bufferedAmount ?? 0) > UNREAD.bytes;
};

/** Ends the lines of those who do not read any more. To be told when something was sent: it looks a little later, once for all of it. */
export const endingSlowConsumers = (lines: () => Iterable<Pick<Socket, 'conn'>>): (() => void) => {
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    looking = undefined;
    for (const line of lines()) if (isDeaf(line)) line.conn.close(true);
  };
  return () => void (looking ??= setTimeout(look, LOOK_MS).unref());
};
