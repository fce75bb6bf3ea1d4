import { z } from 'zod';
import { Unavailable, type Companies, type Company } from '@dosar/kernel/runtime';

const PATIENCE_MS = 10_000;
/** The service allows one request a second, for up to 100 companies. */
const EVERY_MS = 1_000;

const text = z.string().nullish();
const Found = z.object({
  date_generale: z.object({
    cui: z.number(),
    denumire: z.string(),
    adresa: text,
    nrRegCom: text,
    telefon: text,
    data_inregistrare: text,
  }),
  inregistrare_scop_Tva: z.object({ scpTVA: z.boolean() }).nullish(),
  stare_inactiv: z.object({ statusInactivi: z.boolean() }).nullish(),
});
const Answer = z.object({ found: z.array(Found).default([]) });

const orNone = (given: string | null | undefined) => given?.trim().replace(/\s+/g, ' ') || null;

const companyOf = ({
  date_generale: general,
  inregistrare_scop_Tva: vat,
  stare_inactiv,
}: z.infer<typeof Found>): Company => ({
  name: general.denumire.trim(),
  taxId: String(general.cui),
  registrationNumber: orNone(general.nrRegCom),
  registeredOn: /^\d{4}-\d{2}-\d{2}/.exec(general.data_inregistrare ?? '')?.[0] ?? null,
  address: orNone(general.adresa),
  phone: orNone(general.telefon),
  isVatPayer: vat?.scpTVA ?? false,
  isInactive: stare_inactiv?.statusInactivi ?? false,
});

/**
 * Sends at most one request a second, in order. A status of 404 with a valid body is how the service says that it does not
 * know a company. @throws Unavailable
 */
export const anaf = (url: string, everyMs: number = EVERY_MS): Companies => {
  let turn = Promise.resolve();

  const ask = async (taxId: string): Promise<Company | null> => {
    const day = new Date().toISOString().slice(0, 10);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ cui: Number(taxId), data: day }]),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status !== 200 && response.status !== 404) throw new Error(`status ${response.status}`);
      const { found } = Answer.parse(await response.json());
      const company = found.find(({ date_generale }) => String(date_generale.cui) === taxId);
      return company ? companyOf(company) : null;
    } catch (error) {
      throw new Unavailable(`ANAF: ${(error as Error).message}`);
    }
  };

  return {
    find(taxId) {
      const asking = turn.then(() => ask(taxId));
      const pause = () => new Promise<void>((go) => setTimeout(go, everyMs).unref());
      turn = asking.then(pause, pause);
      return asking;
    },
  };
};
