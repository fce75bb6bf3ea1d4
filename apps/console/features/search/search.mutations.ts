import { searchApi, type RequestOf } from '@dosar/contracts';
import { writing } from '../../platform/queries';

const touches = ['searches'];

export const searchWritings = {
  forgetAll: writing(searchApi.clearHistory, { touches, failure: 'search.forgetFailed' }),
  forget: writing(searchApi.clearEntry, {
    input: (id: string) => ({ params: { id } }),
    touches,
    failure: 'search.forgetFailed',
  }),
  save: writing(searchApi.save, {
    input: (body: RequestOf<typeof searchApi.save>['body']) => ({ body }),
    touches: ['saved-searches'],
    failure: null,
  }),
  forgetSaved: writing(searchApi.forgetSaved, {
    input: (id: string) => ({ params: { id } }),
    touches: ['saved-searches'],
    failure: 'search.forgetFailed',
  }),
};
