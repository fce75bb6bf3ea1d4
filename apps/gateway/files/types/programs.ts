import { notTaken } from './watch';

/** Signatures of programs, shortcuts and scripts, which are refused whatever else they are. */
const PROGRAMS = ['7f454c46', '4c0000000114020000000000c000000000000046', 'cafebabe', '2321'].map((mark) =>
  Buffer.from(mark, 'hex'),
);
const PE = Buffer.from('PE\0\0');
/** Disk images have any content in their first 32 KB, and their signature after it. */
const DISK = { mark: Buffer.from('CD001'), places: [0x8001, 0x8801, 0x9001] };

const stands = (head: Buffer, mark: Buffer, place: number) => head.subarray(place, place + mark.length).equals(mark);

/** @throws Problem INVALID_FILE_TYPE */
export const mustBeNoProgram = (head: Buffer): void => {
  const isProgram =
    PROGRAMS.some((mark) => stands(head, mark, 0)) ||
    (head.length >= 64 && stands(head, Buffer.from('MZ'), 0) && stands(head, PE, head.readUInt32LE(0x3c))) ||
    DISK.places.some((place) => stands(head, DISK.mark, place));
  if (isProgram) throw notTaken('content_program');
};
