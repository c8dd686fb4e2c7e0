import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconStar } from '#ui/icons.tsx';
import { planTexts } from './texts.ts';

/** In place of what the plan does not include (H-03, B4). */
export function PlanPanel() {
  return <EmptyState icon={<IconStar size={32} />} text={planTexts.text} title={planTexts.title} />;
}
