// Reads which characters a WOFF2 file draws: its table directory, and the table `cmap` in its formats 4 and 12.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const HEADER_BYTES = 48;
/** The place of `cmap`, `glyf` and `loca` among the tags that WOFF2 knows by number, and the number that says that the tag follows. */
const [CMAP, GLYF, LOCA, TAG_FOLLOWS] = [0, 10, 11, 63];

/** The table `cmap` of a file. */
function cmapOf(path) {
  const file = readFileSync(path);
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error(`${path} is no WOFF2 file`);
  let at = HEADER_BYTES;
  const number = () => {
    for (let value = 0; ; ) {
      const byte = file[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found = null;
  for (let tables = file.readUInt16BE(12); tables > 0; tables -= 1) {
    const flags = file[at++];
    const tag = flags & 63;
    if (tag === TAG_FOLLOWS) at += 4;
    let length = number();
    const version = flags >> 6;
    if (tag === GLYF || tag === LOCA ? version !== 3 : version !== 0) length = number();
    if (tag === CMAP) found = [offset, offset + length];
    offset += length;
  }
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...found);
}

/** The first and the last character of each run that a table of format 4 or 12 maps. */
function runsOf(cmap, at) {
  const format = cmap.readUInt16BE(at);
  if (format === 4) {
    const bytes = cmap.readUInt16BE(at + 6);
    return Array.from({ length: bytes / 2 }, (_, i) => [cmap.readUInt16BE(at + 16 + bytes + 2 * i), cmap.readUInt16BE(at + 14 + 2 * i)]);
  }
  if (format !== 12) throw new Error(`a cmap of format ${format}`);
  return Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, i) => [cmap.readUInt32BE(at + 16 + 12 * i), cmap.readUInt32BE(at + 20 + 12 * i)]);
}

/** The code points that the file has glyphs for. */
export function charactersOf(path) {
  const cmap = cmapOf(path);
  const found = new Set();
  for (let i = 0; i < cmap.readUInt16BE(2); i += 1) {
    for (const [first, last] of runsOf(cmap, cmap.readUInt32BE(8 + 8 * i))) for (let each = first; each <= last; each += 1) found.add(each);
  }
  return found;
}
