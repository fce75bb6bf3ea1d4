import { checkpoints, effectsOf, keepReacting, reactorFacts, type Stop } from '@dosar/kernel/runtime';
import { reactorGroups, registry } from '@dosar/domain/registry';
import type { Installation } from './installation';

/** What follows from events: as commands, and as letters. */
export const react = (installation: Installation, signal: AbortSignal): Promise<void> => {
  const { config, keys, keyring, ports, commandHandler, access, tries, logger } = installation;
  const onStop = (group: string, { eventId, reason }: Stop) =>
    logger.error({ group, event_id: eventId, reason }, 'reactors stopped');
  const parts = {
    ...{ events: ports.events, reads: ports.reads, signals: ports.signals, keyring, onStop },
    checkpoints: checkpoints(ports.vault),
    effects: effectsOf(commandHandler, ports.mail, tries.letter),
    facts: reactorFacts(config.publicUrl, keys.links),
    reach: access.reach,
    onFailure: (group: string, error: Error) =>
      logger.error({ err: error, group }, 'the reactors stopped and are started again'),
  };
  return keepReacting(reactorGroups, registry, parts, signal);
};
