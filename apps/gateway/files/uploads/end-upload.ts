import { uploadsApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { PartialUploads } from './partial-uploads';
import { inTus, mustSpeakTus, stateOf } from './tus';

export const getUpload = useCase(uploadsApi.state, async ({ params }, { call, exchange, use }) => {
  inTus(exchange.reply);
  mustSpeakTus(exchange.request.headers);
  const { partial } = await use(PartialUploads).must(call, params.id);
  exchange.reply.headers(stateOf(partial));
});

export const endUpload = useCase(uploadsApi.end, async ({ params }, { call, exchange, use }) => {
  inTus(exchange.reply);
  mustSpeakTus(exchange.request.headers);
  const { partial } = await use(PartialUploads).must(call, params.id);
  await use(PartialUploads).end(partial);
});
