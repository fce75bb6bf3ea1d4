import { filesApi, type Attachment, type File as Stored } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { queries } from '../../../platform/queries';
import { file } from '../../files/files.queries';

/** A file of the client, as it goes with a message. */
export const attachmentOf = ({ id, attachment_token, name, size, mime_type }: Stored): Attachment => ({
  token: attachment_token ?? id,
  file_id: id,
  name,
  size,
  mime_type,
});

/** Puts a file into the client's folder for conversations. @throws Refused, Unreachable */
export const upload = async (clientId: string, file: File): Promise<Attachment> => {
  const form = new FormData();
  form.set('client_id', clientId);
  form.set('from_chat', 'true');
  form.set('file', file, file.name);
  return attachmentOf((await call(filesApi.upload, { form })).file);
};

/** A file that the client has already, as it is now. @throws Refused, Unreachable */
export const known = async (id: string): Promise<Attachment> =>
  attachmentOf((await queries.fetchQuery({ ...file(id), staleTime: 0 })).file);
