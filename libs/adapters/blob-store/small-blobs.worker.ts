import { workerData } from 'node:worker_threads';
import { answeringTogether } from '../thread';
import { smallBlobs } from './small-blobs';

const blobs = smallBlobs(workerData as string);
answeringTogether(blobs.put, blobs.close);
