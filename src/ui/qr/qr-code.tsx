import { useMemo } from 'react';
import { encodeQR } from 'qr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  readonly text: string;
  /** Accessible name: its purpose. */
  readonly label: string;
}

/** A path with one square per dark module, including the quiet zone. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}

/** A QR code, black on white in both themes, because cameras need that. Fills its box. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      aria-label={label}
      className={styles['qr']}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={path} />
    </svg>
  );
}
