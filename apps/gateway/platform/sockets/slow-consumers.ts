import type { Socket } from 'socket.io';
import { LIVE } from '@dosar/contracts';

/** A consumer with this much waiting, beyond everything it may have missed, has stopped reading. */
const UNREAD = { packets: LIVE.missed + 256, bytes: 1024 * 1024 } as const;

/** How long events are gathered before consumers are checked. */
const LOOK_MS = 20;

const isDeaf = ({ conn }: Pick<Socket, 'conn'>): boolean => {
  const { writeBuffer, transport } = conn as unknown as {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  };
  return writeBuffer.length > UNREAD.packets || (transport.socket?.bufferedAmount ?? 0) > UNREAD.bytes;
};

/** Disconnects slow consumers. To be called after sending: it checks a little later, once for all events. */
export const endingSlowConsumers = (lines: () => Iterable<Pick<Socket, 'conn'>>): (() => void) => {
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    looking = undefined;
    for (const line of lines()) if (isDeaf(line)) line.conn.close(true);
  };
  return () => void (looking ??= setTimeout(look, LOOK_MS).unref());
};
