import { useEffect, useRef } from 'react';
import { useIdle } from '@mantine/hooks';
import { z } from 'zod';
import type { Presence } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { stored } from '../../../platform/storage/stored';
import { connection, say } from '../../../platform/live/live';
import { useStore } from '../../../platform/storage/store';

/** Whoever touches nothing for so long is away. */
const IDLE_MS = 5 * 60_000;
const SIGNS: (keyof DocumentEventMap)[] = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

const Own = z.enum(['online', 'busy']);

/** What somebody says of themselves, in all windows of this browser, until they say otherwise or sign out. */
export const ownStatus = stored<z.infer<typeof Own>>('dosar.status', Own, 'online');
session.onEnd(() => ownStatus.set('online'));

/** Says whether somebody sits before this window, and again on each new line: of that nothing was said yet. */
export const useAway = (): void => {
  const isIdle = useIdle(IDLE_MS, { initialState: false, events: SIGNS });
  const own = useStore(ownStatus);
  const line = useStore(connection);
  const said = useRef<Presence>('online');
  useEffect(() => {
    if (line !== 'connected') return;
    const status = own === 'online' && isIdle ? 'away' : own;
    if (status !== 'online' || said.current !== 'online') say('presence:set', { status });
    said.current = status;
  }, [own, isIdle, line]);
};
