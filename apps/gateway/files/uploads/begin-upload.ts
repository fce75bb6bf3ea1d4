import { FILE_LIMITS, mendedName, sizeLimitOf, TUS, uploadsApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { isInFirms } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import type { Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { FilesReads } from '../files.reads';
import { allowedExtensionOf } from '../types/content-type';
import type { PartialUpload } from './partial-uploads';
import { inTus, mustSpeakTus, stateOf, uploadRequestIn, type UploadMetadata } from './tus';
import { mustBeOffered } from './uploads';
import { WholeUploads } from './whole-uploads';

export const tellUploads = useCase(uploadsApi.options, (_, { exchange }) => {
  inTus(exchange.reply).headers({
    'tus-version': TUS.version,
    'tus-extension': TUS.extensions,
    'tus-max-size': String(FILE_LIMITS.zip),
    'tus-checksum-algorithm': TUS.algorithms.join(','),
  });
});

export const beginUpload = useCase(uploadsApi.create, async (_, context) => {
  const { request, reply } = context.exchange;
  mustSpeakTus(context.exchange);
  const upload = await begun(context, uploadRequestIn(request.headers));
  const { 'upload-offset': _offset, 'upload-length': _length, ...said } = stateOf(upload);
  reply.headers({ ...said, location: `/api/uploads/${upload.id}` });
});

/** @throws Problem when its type is not accepted, or not at that size */
const acceptedName = ({ filename, length }: UploadMetadata): string => {
  const name = mendedName(filename);
  allowedExtensionOf(name);
  if (length > sizeLimitOf(name)) throw new Problem('FILE_TOO_LARGE');
  return name;
};

const begun = async (
  { call, installation, writes, see, use }: UseCaseContext,
  wanted: UploadMetadata,
): Promise<PartialUpload> => {
  const name = acceptedName(wanted);
  mustBeOffered(installation, wanted);
  // the same upload, however its fields are put
  const { metadata: _, ...asked } = wanted;
  const clientId = see(FilesReads).clientId(wanted.client_id, 'client_id');
  const { folderId } = await see(FilesReads).place(clientId, wanted.folder_id, 'client_id');
  await mustTake(installation, call, { clientId, folderId, length: wanted.length });
  const write = await writes.begin(call, { ...asked, client_id: clientId });
  return use(WholeUploads).begin(call, {
    id: write.idFor('upload'),
    userId: call.caller.id,
    clientId,
    folderId,
    name,
    length: wanted.length,
    metadata: wanted.metadata,
    isFromChat: wanted.from_chat ?? false,
    offset: 0,
    parts: [],
    fileId: null,
    duplicateOf: null,
  });
};

/** Refuses before the upload what could only be refused at its end. @throws Problem */
const mustTake = async (
  installation: Installation,
  { caller }: Call,
  { clientId, folderId, length }: Pick<PartialUpload, 'clientId' | 'folderId' | 'length'>,
): Promise<void> => {
  const { commandHandler, access } = installation;
  const state = await commandHandler.state(drive, clientId);
  if (caller.role === 'user' && isInFirms(state, folderId)) throw new Problem('ACCESS_DENIED');
  const { quota } = access.client(clientId)!;
  if (quota > 0 && state.used + length > quota) throw new Problem('QUOTA_EXCEEDED');
};
