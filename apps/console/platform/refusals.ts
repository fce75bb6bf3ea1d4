import { Problem } from '@dosar/contracts';

/** The server refused. `problem.error` is a sentence for the person. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.error);
  }
}

/** No answer: whether anything was done is unknown. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The error for an unsuccessful response. */
export const problemOf = (status: number, body: unknown): Refused | Unreachable => {
  const problem = Problem.safeParse(body);
  return problem.success ? new Refused(status, problem.data) : new Unreachable(`an answer ${status} of nobody we know`);
};
