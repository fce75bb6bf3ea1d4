import { mandatesApi, type RequestOf } from '@dosar/contracts';
import { reading, writing } from '../../platform/queries';

type Query<E> = E extends { readonly query?: infer Q } ? Q : never;

export const mandates = (query: Query<RequestOf<typeof mandatesApi.list>>) => reading(mandatesApi.list, { query });
export const ownMandate = () => reading(mandatesApi.mine, {});
/** Who audits a firm, and what they opened. */
export const auditorsOf = (firmId: string) =>
  reading(mandatesApi.ofFirm, { params: { id: firmId }, query: { pageSize: 10 } });

/** An auditor is an account, too. */
const TOUCHES = ['mandates', 'users'] as const;

export const appointAuditor = () => writing(mandatesApi.appoint, { touches: TOUCHES, failure: null });
export const prolongMandate = () => writing(mandatesApi.prolong, { touches: TOUCHES, failure: null });
export const endMandate = () => writing(mandatesApi.end, { touches: TOUCHES, failure: null });
