import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cartOf } from '#data/cart/cart-store.ts';
import { dismissFirstGuide, noteGuideFinished, noteGuideLeft, seenGuides } from '#data/device/guides.ts';
import { askAboutStore, useUiIntents } from '#data/device/ui-intents.ts';
import { useGroups } from '#data/groups/groups.ts';
import { useWaitingCount } from '#data/orders/orders.ts';
import { storeQueries } from '#data/store/stores.ts';
import { routeRules } from '#domain/routes.ts';
import type { Store } from '#domain/store.ts';
import { enabledServices, immediateServices } from '#domain/store.ts';
import type { TourId } from '#domain/tours.ts';
import { firstTour, stepsOf, tours, toursFor } from '#domain/tours.ts';
import { GuidePicker } from '#features/guides/guide-picker.tsx';
import { guideTexts, tourNames } from '#features/guides/texts.ts';
import { startTour } from '#features/guides/tour.ts';
import { toast } from '#ui/toast/toast.ts';
import { useStoreActions } from '#routes/-store-actions.ts';

interface GuidesProps {
  readonly store: Store;
  readonly userId: number;
  /** The first tour begins at once, without the list (O-05). */
  readonly first: boolean;
}

/** The list of guides and the running tour (O-01 to O-06, B12). */
export function Guides({ store, userId, first }: GuidesProps) {
  const navigate = useNavigate();
  const { takeOrder, openCode, openTable } = useStoreActions();
  const { codes } = useSuspenseQuery(storeQueries.profile(store.id)).data;
  const open = useUiIntents((w) => w.about === 'guides');
  const groups = useGroups();
  const [problem, setProblem] = useState<string | null>(null);
  const [tour, setTour] = useState<{ readonly id: TourId; readonly from: number } | null>(
    first ? { id: firstTour, from: 0 } : null,
  );
  const running = useRef<ReturnType<typeof startTour> | null>(null);

  const ended = useEffectEvent((id: TourId, step: number, finished: boolean) => {
    running.current = null;
    setTour(null);
    if (finished) {
      noteGuideFinished(userId, id);
      toast.show({ kind: 'success', text: guideTexts.finished(tourNames[id]) });
    } else noteGuideLeft(userId, id, step);
  });
  const { plan } = store;
  const tables = useEffectEvent(() => {
    const free = codes.find((code) => code.group && !groups.has(code.id));
    const [taken] = groups.values();
    return { freeTable: free ? () => openCode(free) : null, openTable: taken ? () => openTable(taken) : null };
  });
  useEffect(() => {
    if (tour === null) return undefined;
    const { id, from } = tour;
    const started = startTour({
      steps: stepsOf(id, plan),
      from,
      tables: tables(),
      onEnd: (step, finished) => ended(id, step, finished),
    });
    running.current = started;
    return started.cancel;
  }, [tour, plan]);

  const pending = useWaitingCount();
  const before = useRef(pending);
  useEffect(() => {
    const more = pending > before.current;
    before.current = pending;
    if (!more || running.current === null) return;
    running.current.leave();
    toast.show({ kind: 'info', text: guideTexts.paused });
  }, [pending]);

  /** Goes to the screen of a tour; why it cannot be shown, or null. */
  const goTo = async (id: TourId): Promise<string | null> => {
    const { startsOn } = tours[id];
    const rule = routeRules[startsOn];
    const cart = cartOf(store.id);
    if (startsOn === 'store.cart.checkout' && (cart === null || cart.lines.length === 0)) return guideTexts.needsItems;
    if (startsOn === 'store.cart.catalog' && cart === null) {
      const service = immediateServices(store)[0] ?? enabledServices(store)[0];
      if (service === undefined) return guideTexts.noService;
      takeOrder(service);
    } else await navigate({ href: rule.path.replace('{store_id}', String(store.id)) });
    return null;
  };
  const choose = async (id: TourId): Promise<void> => {
    const refusal = await goTo(id);
    setProblem(refusal);
    if (refusal !== null) return;
    askAboutStore(null);
    setTour({ id, from: seenGuides(userId).left[id] ?? 0 });
  };

  return open ? (
    <GuidePicker
      plan={plan}
      problem={problem}
      tours={toursFor(store, groups.size > 0)}
      userId={userId}
      onChoose={(id) => void choose(id)}
      onClose={() => {
        setProblem(null);
        dismissFirstGuide(userId);
        askAboutStore(null);
      }}
    />
  ) : null;
}
