import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { systemApi } from '@dosar/contracts';
import { isLoopback } from '../platform/health/exposure';
import { ofProcess, inText } from '../platform/hosting/metrics';
import { notFound } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { measures } from './measures';

let isCollected = false;
/** Memory, processor, garbage and the event loop, from when somebody looks first. */
const ofNode = (): Promise<string> => {
  if (!isCollected) collectDefaultMetrics({ register: ofProcess });
  isCollected = true;
  return ofProcess.metrics();
};

/** To strangers it is not there; what is on this machine, or has the token, reads all of it. */
export const metrics = useCase(systemApi.metrics, async (_, context) => {
  if (!mayLook(context)) throw notFound();
  const { installation, exchange } = context;
  const parts = [installation.metrics.registry.metrics(), ofNode(), measures(context).then(inText)];
  void exchange.reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE);
  return (await Promise.all(parts)).join('\n');
});

const mayLook = ({ call, installation, exchange }: UseCaseContext): boolean => {
  const { metricsToken, trustedProxies } = installation.config;
  if (metricsToken !== null && call.bearer !== null && isSame(call.bearer, metricsToken)) return true;
  const { headers } = exchange.request;
  // behind a proxy of which nothing is known everybody comes from this machine
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return isLoopback(call.ip ?? '') && (trustedProxies > 0 || !isForwarded);
};

const isSame = (one: string, other: string): boolean => {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)] as const;
  return given.length === expected.length && timingSafeEqual(given, expected);
};
