import { filesApi, type File, type RequestOf } from '@dosar/contracts';
import { writing } from '../../../platform/queries';

type Fields = RequestOf<typeof filesApi.changeFields>['body'];
type Said<T> = { readonly file: File; readonly to: T };

export const changeFields = writing(filesApi.changeFields, {
  input: ({ file, to }: Said<Fields>) => ({ params: { id: file.id }, body: to }),
  touches: ['files'],
  failure: 'documentFields.failed',
});

export const changeTags = writing(filesApi.changeTags, {
  input: ({ file, to }: Said<readonly string[]>) => ({ params: { id: file.id }, body: { tags: [...to] } }),
  touches: ['files'],
  failure: 'documentFields.tagsFailed',
});
