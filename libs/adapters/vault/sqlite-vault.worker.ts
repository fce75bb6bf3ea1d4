import { workerData } from 'node:worker_threads';
import { answering } from '../thread';
import { openSecrets, type Answer, type Question } from './sqlite-secrets';

type Waiting = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

const secrets = openSecrets(workerData as string);
const waiting: Waiting[] = [];

const work = () => {
  const together = waiting.splice(0);
  try {
    const answers = secrets.answers(together.map(({ question }) => question));
    together.forEach(({ resolve }, at) => resolve(answers[at]!));
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
};

answering(
  (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(work);
    }),
  () => {
    work();
    secrets.close();
  },
);
