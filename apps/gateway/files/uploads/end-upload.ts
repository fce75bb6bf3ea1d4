import { uploadsApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { PartialUploads } from './partial-uploads';
import { mustSpeakTus, stateOf } from './tus';

export const getUpload = useCase(uploadsApi.state, async ({ params }, { call, exchange, use }) => {
  mustSpeakTus(exchange);
  const { partial } = await use(PartialUploads).must(call, params.id);
  exchange.reply.headers({ ...stateOf(partial), 'upload-metadata': partial.metadata ?? '' });
});

export const endUpload = useCase(uploadsApi.end, async ({ params }, { call, exchange, use }) => {
  mustSpeakTus(exchange);
  const { partial } = await use(PartialUploads).must(call, params.id);
  await use(PartialUploads).end(partial);
});
