import { askAboutStore } from '#data/device/ui-intents.ts';
import { IconGuide } from '#ui/icons.tsx';
import type { RailButton } from '#ui/layout/rail.tsx';

interface GuidesEntryProps {
  readonly button: typeof RailButton;
}

/** 'Guía en pantalla' in the side menu, for everybody (H-22). The list loads at the first tap. */
export const GuidesEntry = ({ button: Entry }: GuidesEntryProps) => (
  <Entry
    icon={<IconGuide />}
    // The words of the specification for the entry; the list itself is called 'Guías en pantalla'.
    label="Guía en pantalla"
    onClick={() => askAboutStore('guides')}
  />
);
