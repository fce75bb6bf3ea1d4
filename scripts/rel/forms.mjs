// Bodies of uploads, byte by byte.
import { randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A ZIP of one stored entry, of so many bytes in all. */
export const anArchive = (size) => {
  const name = Buffer.from('date.bin');
  const bytes = randomBytes(size - 30 - 46 - 22 - 2 * name.length);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, bytes]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

export const aForm = (bytes, name, fields) => {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};
