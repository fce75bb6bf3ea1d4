import { Refused, refusalOf, Unreachable } from '../refusals';

export type Bytes = {
  readonly bytes: ArrayBuffer;
  /** Only the beginning was requested, and there is more. */
  readonly isCut: boolean;
};

const STATUSES_OF_SUCCESS: readonly number[] = [200, 206];
const RANGE_NOT_SATISFIABLE = 416;

/** The bytes of a link; only the first `most` of them, if given. @throws Refused, Unreachable */
export const bytesAt = async (url: string, signal: AbortSignal, most?: number): Promise<Bytes> => {
  const headers: HeadersInit = most === undefined ? {} : { range: `bytes=0-${most - 1}` };
  try {
    const response = await fetch(url, { headers, signal });
    // an empty file has no range
    if (response.status === RANGE_NOT_SATISFIABLE) return { bytes: new ArrayBuffer(0), isCut: false };
    if (STATUSES_OF_SUCCESS.includes(response.status)) {
      const bytes = await response.arrayBuffer();
      const whole = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.byteLength);
      return { bytes, isCut: whole > bytes.byteLength };
    }
    throw await refusalOf(response);
  } catch (error) {
    throw error instanceof Refused ? error : new Unreachable(String(error));
  }
};
