import { useState } from 'react';
import { avatarPx } from '#domain/limits.ts';
import { cx } from '#ui/class-names.ts';
import styles from './avatar.module.css';

/** The sizes of H-52, and the store's avatar in the rail. */
export const avatarSizes = { ...avatarPx, rail: 44 } as const;

interface AvatarProps {
  readonly name: string;
  readonly src?: string | null | undefined;
  readonly size?: keyof typeof avatarSizes;
  /** primary: the store is open; danger: closed (T-11). */
  readonly ring?: 'primary' | 'danger';
  /** The text of the ring («Abierta»), so that colour is never the only information. */
  readonly word?: string;
  /** Hides it from screen readers, because the name is written beside it. */
  readonly decorative?: boolean;
}

/** The first letter of a name; '?' for an empty name. */
export const initialOf = (name: string): string => {
  const [first = '?'] = name.trim();
  return first.toLocaleUpperCase('es');
};

/** A picture, or the first letter on a tint without one. */
export function Avatar({ name, src, size = 'default', ring, word, decorative = false }: AvatarProps) {
  // The URL that failed to load. A new URL is tried again.
  const [failed, setFailed] = useState<string | null>(null);
  const pixels = avatarSizes[size];
  const picture = src && src !== failed ? src : null;
  const face = (
    <span
      aria-hidden={decorative || undefined}
      aria-label={decorative ? undefined : name}
      className={cx(styles['avatar'], ring && styles[ring])}
      role={decorative ? undefined : 'img'}
      style={{ width: pixels, height: pixels, fontSize: Math.max(12, Math.round(pixels * 0.36)) }}
    >
      {picture === null ? (
        <span aria-hidden="true">{initialOf(name)}</span>
      ) : (
        <img
          alt=""
          className={styles['picture']}
          decoding="async"
          height={pixels}
          src={picture}
          width={pixels}
          onError={() => setFailed(picture)}
        />
      )}
    </span>
  );
  if (word === undefined) return face;
  return (
    <span className={styles['withWord']}>
      {face}
      <span className={cx(styles['word'], ring && styles[`${ring}Word`])}>{word}</span>
    </span>
  );
}
