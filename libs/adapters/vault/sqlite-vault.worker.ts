import { workerData } from 'node:worker_threads';
import { answeringInBatches } from '../thread';
import { openSecrets } from './sqlite-secrets';

const secrets = openSecrets(workerData as string);
answeringInBatches(secrets.answers, secrets.close);
