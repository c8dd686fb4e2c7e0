import { IconBack } from '#ui/icons.tsx';
import styles from './print-points.module.css';
import { configTexts, pointTexts } from './texts.ts';

/** Where a back link leads, by its name for screen readers. */
const names = { home: configTexts.back, config: pointTexts.back } as const;

/** The class of a router link that looks like an icon button. */
export const backLinkClass = styles['back'] ?? '';

export const BackLinkContent = ({ to }: { readonly to: keyof typeof names }) => (
  <>
    <IconBack />
    <span className="visually-hidden">{names[to]}</span>
  </>
);
