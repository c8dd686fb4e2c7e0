interface MarkProps {
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The logo: a ticket whose torn lower edge forms an M. It uses the path of public/icons and the text's colour. */
export function Mark({ size = 40, className }: MarkProps) {
  return (
    <svg aria-hidden="true" className={className} fill="currentColor" height={size} viewBox="0 0 48 48" width={size}>
      <path d={markPath} fillRule="evenodd" />
    </svg>
  );
}

const markPath =
  'M11 4h26a5 5 0 0 1 5 5v35l-5-4-5 4V25l-8 11-8-11v19l-5-4-5 4V9a5 5 0 0 1 5-5Zm4 8a2 2 0 0 0 0 4h18a2 2 0 0 0 0-4H15Z';
