import { writeFileSync } from 'node:fs';
import { frameOf, FrameParser, type Frame } from './frames';

/** Generous limits: the server's requests are trusted, and held whole. */
const LIMITS = { head: 1024 * 1024, bytes: 512 * 1024 * 1024 };

export type ReaderAnswer = { readonly head: object; readonly bytes?: Uint8Array };

/** When memory is short, the kernel kills this process before the server. */
const goFirst = () => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // this system has no such file
  }
};

/**
 * The loop of a reader: each frame of its input is a request, each frame of its output the answer. It ends with its input.
 */
export const answerRequests = (answer: (request: Frame) => Promise<ReaderAnswer>): void => {
  goFirst();
  const parser = new FrameParser(LIMITS);
  const write = (head: object, bytes?: Uint8Array) => {
    for (const part of frameOf(head, bytes)) process.stdout.write(part);
  };
  const respond = async (request: Frame): Promise<void> => {
    const { id } = request.head as { readonly id: number };
    try {
      const { head, bytes } = await answer(request);
      write({ ...head, id }, bytes);
    } catch (error) {
      write({ id, fault: String(error) });
    }
  };
  process.stdin.on('data', (chunk: Buffer) => {
    for (const request of parser.push(chunk)) void respond(request);
  });
  process.stdin.on('end', () => process.exit());
  write({ id: 0 });
};
