import { checkpoints, effectsOf, keepReacting, reactorFacts, WaitingLetters, type Stop } from '@dosar/kernel/runtime';
import { reactorGroups, registry } from '@dosar/domain/registry';
import type { Installation } from './installation';

/** Effects of events: commands and letters. */
export const react = (installation: Installation, signal: AbortSignal): Promise<void> => {
  const { config, keys, keyring, ports, commandHandler, access, tries, logger } = installation;
  const onStop = (group: string, { eventId, reason }: Stop) =>
    logger.error({ group, event_id: eventId, reason }, 'reactors stopped');
  const waits = new WaitingLetters({
    vault: ports.vault,
    onWait: (eventId, why) => logger.warn({ event_id: eventId }, `a letter waits: ${why}`),
  });
  const posting = { mail: ports.mail, tries: tries.letter, waits };
  const parts = {
    events: ports.events,
    reads: ports.reads,
    signals: ports.signals,
    keyring,
    onStop,
    checkpoints: checkpoints(ports.vault),
    effects: effectsOf(commandHandler, posting),
    posting,
    facts: reactorFacts(config.publicUrl, keys.links),
    reach: access.reach,
    onFailure: (group: string, error: Error) =>
      logger.error({ err: error, group }, 'the reactors stopped and are started again'),
  };
  return keepReacting(reactorGroups, registry, parts, signal);
};
