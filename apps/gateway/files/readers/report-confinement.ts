import type { Installation } from '../../platform/hosting/installation';
import { confinement, type Confinement } from './confinement';

type Into = {
  readonly findings: Pick<Installation['findings'], 'add'>;
  readonly logger: { readonly warn: (what: string) => void };
};

/** Where the kernel cannot limit readers, health reports what is not read; other missing means are logged. */
export const reportConfinement = async (
  { findings, logger }: Into,
  found: Promise<Pick<Confinement, 'isBounded' | 'missing'>> = confinement(),
): Promise<void> => {
  const { isBounded, missing } = await found;
  if (!isBounded)
    findings.add(
      'readers',
      'the memory of processes that read uploads cannot be bounded on this machine: Word documents of before 2007 and words in pictures are not read',
    );
  for (const each of missing) logger.warn(`readers of uploads: ${each}`);
};
