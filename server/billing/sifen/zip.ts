import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A ZIP archive with one file, as SIFEN wants a lot. */
export function zipOf(name: string, text: string): Buffer {
  const data = Buffer.from(text, 'utf8');
  const packed = deflateRawSync(data);
  const file = Buffer.from(name, 'ascii');
  // Versions, flags, method 8 (deflate), no time; then check sum and sizes.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, file, packed]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002', 'latin1'),
    Buffer.from([20, 0]),
    common,
    // No comment, first disk, no attributes, at the beginning of the archive.
    Buffer.alloc(14),
    file,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

/** The text of the only file of an archive; null when it is none. */
export function unzipOne(archive: Buffer): string | null {
  try {
    if (archive.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return null;
    const size = archive.readUInt32LE(18);
    const start = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
    const packed = archive.subarray(start, start + size);
    return (archive.readUInt16LE(8) === 8 ? inflateRawSync(packed, { maxOutputLength: 2_000_000 }) : packed).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}
