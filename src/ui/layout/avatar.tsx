import { useState } from 'react';
import { avatarPx } from '#domain/limits.ts';
import { cx } from '#ui/class-names.ts';
import styles from './avatar.module.css';

/** H-52, and the store's own in the rail. */
export const avatarSizes = { ...avatarPx, rail: 44 } as const;

interface AvatarProps {
  readonly name: string;
  readonly src?: string | null | undefined;
  readonly size?: keyof typeof avatarSizes;
  /** primary: open · danger: closed (T-11). */
  readonly ring?: 'primary' | 'danger';
  /** The word of the ring («Abierta»), shown with it: colour is never alone. */
  readonly word?: string;
  /** When the name stands right beside it. */
  readonly decorative?: boolean;
}

/** First letter of a name; '?' when there is none. */
export const initialOf = (name: string): string => {
  const [first = '?'] = name.trim();
  return first.toLocaleUpperCase('es');
};

/** Picture, or the first letter on a tint while there is none. */
export function Avatar({ name, src, size = 'default', ring, word, decorative = false }: AvatarProps) {
  // The picture that failed, so that another one gets its chance.
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
