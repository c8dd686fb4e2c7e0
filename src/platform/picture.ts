import type { Pixels } from '#domain/paper/picture.ts';

const wholeBytes = (dots: number): number => Math.max(8, Math.ceil(dots / 8) * 8);

/**
 * A picture, scaled into a box of dots; both sides are multiples of 8. null: it is no picture that this browser reads, or
 * another site keeps it to itself.
 */
export async function readPicture(
  url: string,
  box: { readonly width: number; readonly height: number },
): Promise<Pixels | null> {
  try {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(box.width / width, box.height / height);
    // A drawing without a size of its own fills the box.
    const drawn = Number.isFinite(scale) ? { width: width * scale, height: height * scale } : box;
    const canvas = document.createElement('canvas');
    canvas.width = wholeBytes(drawn.width);
    canvas.height = wholeBytes(drawn.height);
    const context = canvas.getContext('2d');
    context?.drawImage(
      image,
      (canvas.width - drawn.width) / 2,
      (canvas.height - drawn.height) / 2,
      drawn.width,
      drawn.height,
    );
    return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
  } catch {
    return null;
  }
}
