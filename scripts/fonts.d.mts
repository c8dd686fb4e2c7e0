export interface FontPart {
  readonly name: string;
  /** The package's file that it is a part of. */
  readonly of: string;
  readonly letters: string;
}
export const parts: readonly FontPart[];
export function fontPart(part: FontPart): Promise<Uint8Array>;
export function rangeOf(letters: string): string;
