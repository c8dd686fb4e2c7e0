import type { PaperRow } from '#domain/paper/document.ts';
import type { PaperPicture } from '#domain/paper/picture.ts';
import { isBlack } from '#domain/paper/picture.ts';
import { cx } from '#ui/class-names.ts';
import { QrCode } from '#ui/qr/qr-code.tsx';
import styles from './paper.module.css';

interface PaperRowsProps {
  readonly rows: readonly PaperRow[];
}

/** The rows of a receipt as the printer makes them: each as wide as its characters, double size on two rows' height. */
function PaperRows({ rows }: PaperRowsProps) {
  return rows.map((row, index) => {
    const key = `${index}`;
    switch (row.kind) {
      case 'text':
        return (
          <div
            key={key}
            className={cx(
              styles['row'],
              row.double && styles['double'],
              row.bold && styles['bold'],
              row.invert && styles['invert'],
            )}
          >
            {row.text.slice(0, -row.text.trimStart().length)}
            <span>{row.text.trimStart()}</span>
          </div>
        );
      case 'qr':
        return (
          <div key={key} className={styles['qr']}>
            <QrCode label={row.text} text={row.text} />
          </div>
        );
      case 'picture':
        return <Picture key={key} picture={row.picture} />;
      case 'cut':
        return <hr key={key} className={styles['cut']} />;
      case 'drawer':
        return null;
    }
  });
}

/** Dots in a row of characters: 12 for each of them, which is 0.6 em wide. */
const dotsInEm = 20;

function Picture({ picture }: { readonly picture: PaperPicture }) {
  const { width, height } = picture;
  const dots = Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width)] as const);
  return (
    <svg
      aria-hidden="true"
      className={styles['picture']}
      shapeRendering="crispEdges"
      viewBox={`0 0 ${width} ${height}`}
      width={`${width / dotsInEm}em`}
    >
      <path d={dots.map(([x, y]) => (isBlack(picture, x, y) ? `M${x} ${y}h1v1h-1z` : '')).join('')} />
    </svg>
  );
}

interface PaperPreviewProps extends PaperRowsProps {
  readonly label: string;
  /** Of the paper, in millimetres. */
  readonly width: 80 | 58;
}

/** A receipt on screen, black on white in both themes. Wider than the screen, it scrolls inside its own box. */
export function PaperPreview({ rows, label, width }: PaperPreviewProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard has to reach it
    <div aria-label={label} className={styles['desk']} role="region" tabIndex={0}>
      <div className={cx(styles['paper'], width === 58 && styles['narrow'])}>
        <PaperRows rows={rows} />
      </div>
    </div>
  );
}

/**
 * The same receipt for the browser's print dialog, and nothing else of the page. Render it beside the app, because paper
 * has no frame and no scrolling box.
 */
export const PaperSheet = ({ rows, width }: Omit<PaperPreviewProps, 'label'>) => (
  <div aria-hidden="true" className={styles['sheet']}>
    <div className={cx(styles['paper'], width === 58 && styles['narrow'])}>
      <PaperRows rows={rows} />
    </div>
  </div>
);
