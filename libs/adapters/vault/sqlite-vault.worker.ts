import { workerData } from 'node:worker_threads';
import { answeringTogether } from '../thread';
import { openSecrets } from './sqlite-secrets';

const secrets = openSecrets(workerData as string);
answeringTogether(secrets.answers, secrets.close);
