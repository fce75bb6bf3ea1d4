import 'reflect-metadata';
import { bulkApi, filesApi, systemApi } from '@dosar/contracts';
import { endpointOf } from '../http/endpoint';
import { Json } from '../http/json';
import { useCase, type UseCase } from './use-case';

const isHandledBy = (kind: 'command' | 'query', { handler }: UseCase) =>
  Reflect.hasMetadata(`__${kind}Handler__`, handler);

describe('a use case', () => {
  it('takes the input of its endpoint, or does not compile', () => {
    const move = useCase(bulkApi.move, ({ body }) => new Json(body.target_folder_id ?? ''));
    // @ts-expect-error -- the input of another endpoint
    useCase(filesApi.rename, ({ body }) => new Json(body.target_folder_id ?? ''));
    const { answer } = move.controller.prototype as { answer: () => void };
    expect(endpointOf({ getHandler: () => answer })).toBe(bulkApi.move);
  });

  it('answers what its contract says, or does not compile', () => {
    expect(useCase(systemApi.live, () => ({ status: 'ok' as const })).spec).toBe(systemApi.live);
    // @ts-expect-error -- a status that no health has
    useCase(systemApi.live, () => ({ status: 'splendid' }));
    // @ts-expect-error -- of a file there is more to say
    useCase(filesApi.get, () => ({ file: null }));
  });

  it('is a query where it only reads, else a command', () => {
    const read = useCase(filesApi.get, () => new Json('{}'));
    const write = useCase(filesApi.rename, () => new Json('{}'));
    expect([isHandledBy('query', read), isHandledBy('command', read)]).toEqual([true, false]);
    expect([isHandledBy('query', write), isHandledBy('command', write)]).toEqual([false, true]);
  });
});
