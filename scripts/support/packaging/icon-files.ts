/** A square picture in PNG. */
export interface IconPicture {
  /** Pixels along one side. */
  readonly side: number;
  readonly png: Buffer;
}

/** Names of the parts of an ICNS file, by the side of the picture in pixels. */
const icnsTypes: Readonly<Record<number, string>> = {
  16: 'icp4',
  32: 'icp5',
  64: 'icp6',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};

/** An icon file of Windows with PNG pictures in it; 256 pixels are the most that it can hold. */
export function icoFile(pictures: readonly IconPicture[]): Buffer {
  const held = pictures.filter(({ side }) => side <= 256);
  const head = Buffer.alloc(6 + held.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(held.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of held.entries()) {
    const at = 6 + index * 16;
    // 256 does not fit into a byte: 0 stands for it.
    head.writeUInt8(side % 256, at);
    head.writeUInt8(side % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...held.map(({ png }) => png)]);
}

/** An icon file of macOS with PNG pictures in it. */
export function icnsFile(pictures: readonly IconPicture[]): Buffer {
  const parts = pictures.flatMap(({ side, png }) => {
    const type = icnsTypes[side];
    return type === undefined ? [] : [part(type, png)];
  });
  return part('icns', Buffer.concat(parts));
}

function part(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + head.length, 4);
  return Buffer.concat([head, content]);
}
