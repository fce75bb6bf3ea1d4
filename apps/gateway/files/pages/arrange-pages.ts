import { pagesApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { BulkAnswers } from '../bulk/bulk-answers';
import { ofFile, PageSelection } from './page-selection';

/** How long to wait for a refusal; longer work continues as an operation. */
const ANSWER_WITHIN_MS = 2_000;

export const arrangePages = useCase(pagesApi.arrange, async ({ body }, { call, writes, use }) => {
  const started = await use(PageSelection).of(call, body);
  const write = await writes.begin(call, { ...body, client_id: started.clientId });
  const { row, isOver } = await use(BulkAnswers).begin(call, write, started, ANSWER_WITHIN_MS);
  const [failure, ...others] = isOver ? (await use(BulkAnswers).shown(call, row)).failed : [];
  if (failure) throw ofFile(failure.code, others.length === 0 ? failure.name : null);
  return use(BulkAnswers).answer(call, row);
});
