import { allow, useAsking } from '#data/people/people.ts';
import { can } from '#domain/permissions.ts';
import { PinPanel } from './pin-panel.tsx';
import { allowTexts as texts } from './texts.ts';

/** «Autorización»: a person with the right allows an action on the spot by their PIN. */
export function AllowDialog() {
  const asking = useAsking((s) => s.asking);
  if (!asking) return null;
  const { store, ability, what, answer } = asking;
  return (
    <PinPanel
      confirm={texts.confirm}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      intro={<p>{texts.who(what)}</p>}
      offered={(people) =>
        people.filter(({ role, has_pin: hasPin, can_discount: canDiscount }) => {
          const pivot = { role, config: { vatCategory: null, canDiscount } };
          return hasPin && can(ability, { pivot, plan: store.plan });
        })
      }
      storeId={store.id}
      title={texts.title}
      onClose={() => answer(null)}
      onPin={async (person, pin) => answer(await allow(asking, person, pin))}
    />
  );
}
