/** The parts of a browser that put a picture together. */
export interface PictureWindow {
  atob(text: string): string;
  btoa(text: string): string;
  readonly Blob: new (parts: readonly Uint8Array[]) => object;
  createImageBitmap(blob: object): Promise<{ readonly width: number; readonly height: number }>;
  readonly OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      fillStyle: string;
      drawImage(image: object, left: number, top: number): void;
      fillRect(left: number, top: number, width: number, height: number): void;
    };
    convertToBlob(how: {
      readonly type: string;
      readonly quality: number;
    }): Promise<{ arrayBuffer(): Promise<ArrayBuffer> }>;
  };
}

/** A picture as it was taken, and what becomes of it. */
export interface PictureWork {
  /** A PNG in Base64. */
  readonly data: string;
  /** Width of the part of the page that it shows, in CSS pixels. */
  readonly width: number;
  readonly places: readonly {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly colour: string;
  readonly maxBytes: number;
}

/**
 * Paints over places of a picture, and gives it as a JPEG in Base64, the best that is small enough; null: none is. It works
 * on the picture alone, in the engine's world of a page: its text is sent to the browser and uses nothing of this module.
 */
export async function paintPicture(window: PictureWindow, work: PictureWork): Promise<string | null> {
  const bytes = Uint8Array.from(window.atob(work.data), (character) => character.charCodeAt(0));
  const image = await window.createImageBitmap(new window.Blob([bytes]));
  const scale = image.width / work.width;
  const canvas = new window.OffscreenCanvas(image.width, image.height);
  const drawing = canvas.getContext('2d');
  drawing.drawImage(image, 0, 0);
  drawing.fillStyle = work.colour;
  for (const { left, top, width, height } of work.places) {
    const [x, y] = [Math.floor(left * scale), Math.floor(top * scale)];
    drawing.fillRect(x, y, Math.ceil((left + width) * scale) - x, Math.ceil((top + height) * scale) - y);
  }
  for (const quality of [0.85, 0.6, 0.35]) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    const written = new Uint8Array(await blob.arrayBuffer());
    if (written.length > work.maxBytes) continue;
    return window.btoa(Array.from(written, (byte) => String.fromCharCode(byte)).join(''));
  }
  return null;
}
