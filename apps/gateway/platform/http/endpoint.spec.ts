import 'reflect-metadata';
import { bulkApi, filesApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../access/call';
import { Endpoint } from './endpoint';

describe('a method', () => {
  it('takes the input of the endpoint that it is mounted on, or does not compile', () => {
    class Controller {
      @Endpoint(bulkApi.move)
      move({ body }: InputOf<typeof bulkApi.move>, _call: Call) {
        return body.target_folder_id;
      }

      // @ts-expect-error -- the input of another endpoint
      @Endpoint(filesApi.rename)
      rename({ body }: InputOf<typeof bulkApi.move>) {
        return body.target_folder_id;
      }

      @Endpoint(filesApi.upload)
      upload(call: Call) {
        return call.caller.id;
      }
    }
    const { value } = Object.getOwnPropertyDescriptor(Controller.prototype, 'move')!;
    expect(Reflect.getMetadataKeys(value as object)).toContain('dosar:endpoint');
  });
});
