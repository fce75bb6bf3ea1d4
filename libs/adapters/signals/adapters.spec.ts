import { inProcessSignals, threadSignals } from './in-process';
import { memorySignals } from '@dosar/kernel/memory/signals';
import { signalsSuite } from './signals.suite';

signalsSuite('memory', async () => {
  const signals = memorySignals();
  return { here: signals, there: signals, close: async () => {} };
});

signalsSuite('from a thread of a process', async () => {
  const here = threadSignals('suite');
  const there = inProcessSignals('suite');
  const close = async () => {
    await here.close();
    await there.close();
  };
  return { here, there, close };
});
