// What caused each record, computed once more from the records alone, by the rule of the architecture (section 3): nothing for
// the first append of what a person began, its first event for what else the same request appends, and for a reactor the
// event that it followed.

/** @returns what does not hold of a log, and how many records name a cause by whom it was caused */
export const causesOf = (all) => {
  const faults = [];
  const known = new Map();
  /** Of each action of a person: its first event, and the command that appended it. */
  const actions = new Map();
  const counts = { begun: 0, further: 0, reacted: 0 };
  for (const record of all) {
    const { id, type, stream, actor, correlationId, causationId, command } = record;
    const fault = (what) => faults.push(`${type} ${id} ${what}: ${causationId}`);
    const cause = causationId === null ? null : known.get(causationId);
    known.set(id, record);
    if (cause === undefined) {
      fault('names a cause that is no event before it');
      continue;
    }
    if (actor.kind === 'system') {
      // what the installation does by itself, and what is asked for by somebody without a session, nothing caused
      const isReactor = actor.id !== 'gateway' && actor.id !== 'operator';
      if (isReactor && cause?.correlationId !== correlationId) fault('of a reactor follows another action, or nothing');
      if (isReactor) counts.reacted += 1;
      continue;
    }
    const key = `${stream} ${command.id}`;
    const action = actions.get(correlationId);
    if (!action) actions.set(correlationId, { first: id, key });
    const expected = !action || action.key === key ? null : action.first;
    if (causationId !== expected) fault(`was caused by ${expected}, and says otherwise`);
    counts[expected === null ? 'begun' : 'further'] += 1;
  }
  return { faults, counts };
};
