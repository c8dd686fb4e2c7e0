import { useMemo } from 'react';
import { encodeQR } from 'qr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  readonly text: string;
  /** What it is for, for those who do not see it. */
  readonly label: string;
}

/** A path of the dark modules, one square each; quiet zone included. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}

/** Black on white in both themes: cameras read it so. Fills its box. */
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
