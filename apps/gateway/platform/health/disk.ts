import { statfs } from 'node:fs/promises';

/** Room on the disk of a folder, in bytes; null when it is not known. */
export const roomOn = async (folder: string): Promise<{ free: number; total: number } | null> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
};
