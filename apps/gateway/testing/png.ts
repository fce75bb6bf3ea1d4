const crcOf = (bytes: Buffer): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
};

/** A PNG that claims that size. */
export const claiming = (picture: Buffer, side: number): Buffer => {
  const png = Buffer.from(picture);
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crcOf(png.subarray(12, 29)), 29);
  return png;
};
