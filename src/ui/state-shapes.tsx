import type { JSX } from 'react';

/** The states of an order. Each has a shape and a word, so that colour is never the only information. */
export type OrderState = 'waiting' | 'preparation' | 'ready' | 'paying' | 'late' | 'neutral';

interface StateShapeProps {
  readonly state: OrderState;
  readonly size?: number;
  /** Uses the state's colour, else the colour of the surrounding text. */
  readonly tinted?: boolean;
  readonly className?: string | undefined;
}

/** Dot (waiting), square (preparation), triangle (ready), coin (paying), clock with a mark (late), ring (neutral). */
export function StateShape({ state, size = 14, tinted = true, className }: StateShapeProps) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="currentColor"
      height={size}
      viewBox="0 0 14 14"
      width={size}
      data-shape={state}
      style={tinted ? { color: `var(--${state})` } : undefined}
    >
      {shapes[state]}
    </svg>
  );
}

const shapes = {
  waiting: <circle cx="7" cy="7" r="6" />,
  preparation: <rect height="12" rx="2" width="12" x="1" y="1" />,
  ready: <path d="M7 1.2c.4 0 .8.2 1 .6l4.8 9.4c.4.8-.1 1.6-1 1.6H2.2c-.9 0-1.4-.8-1-1.6L6 1.8c.2-.4.6-.6 1-.6Z" />,
  paying: (
    <path
      d="M7 1a6 6 0 1 1 0 12A6 6 0 0 1 7 1Zm0 2.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6Zm0 1.8a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
      fillRule="evenodd"
    />
  ),
  late: <path d="M7 1a6 6 0 1 1 0 12A6 6 0 0 1 7 1Zm-.9 2v4.6h1.8V3H6.1Zm0 6v1.9h1.8V9H6.1Z" fillRule="evenodd" />,
  neutral: <path d="M7 1a6 6 0 1 1 0 12A6 6 0 0 1 7 1Zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" fillRule="evenodd" />,
} satisfies Record<OrderState, JSX.Element>;
