import type { RouteName } from './routes.ts';
import type { Role } from './roles.ts';
import type { Plan } from './store.ts';
import { isAdmin } from './roles.ts';

/** What a guided tour needs to be offered, where it starts, and its steps (O-02, N-24 in docs/requirements.md). */
interface TourRule {
  readonly startsOn: RouteName;
  readonly adminOnly: boolean;
  /** False: also on the free plan. */
  readonly paidPlan: boolean;
  /** Offered only while a table is open. */
  readonly needsGroups?: true;
  readonly steps: readonly string[];
  /** Steps that the free plan leaves out. */
  readonly paidSteps?: readonly string[];
}

const staff = { adminOnly: false, paidPlan: false } as const;
const paidStaff = { adminOnly: false, paidPlan: true } as const;
const admins = { adminOnly: true, paidPlan: false } as const;
const paidAdmins = { adminOnly: true, paidPlan: true } as const;

export const tours = {
  home: { ...staff, startsOn: 'store.home', steps: ['menu', 'shortcuts', 'status', 'user'] },
  'store-status': { ...admins, startsOn: 'store.home', steps: ['open', 'services', 'delay', 'hours'] },
  board: { ...admins, startsOn: 'store.orders.kanban', steps: ['columns', 'card', 'drag', 'filter', 'finished'] },
  'order-detail': { ...admins, startsOn: 'store.orders.kanban', steps: ['detail', 'delay', 'save', 'reject'] },
  'mass-actions': { ...admins, startsOn: 'store.orders.kanban', steps: ['open', 'accept', 'finish'] },
  'new-order': { ...paidStaff, startsOn: 'store.home', steps: ['button', 'type', 'code'] },
  catalog: { ...paidStaff, startsOn: 'store.cart.catalog', steps: ['search', 'add', 'additionals', 'detail'] },
  checkout: { ...paidStaff, startsOn: 'store.cart.checkout', steps: ['payment', 'discount', 'schedule', 'finish'] },
  'maps-codes': { ...paidStaff, startsOn: 'store.maps.index', steps: ['maps', 'colours', 'codes', 'camera'] },
  'group-create': { ...paidStaff, startsOn: 'store.codes.index', steps: ['code', 'people', 'seller'] },
  'group-detail': {
    ...paidAdmins,
    startsOn: 'store.codes.index',
    needsGroups: true,
    steps: ['detail', 'add', 'change', 'charge', 'finish'],
  },
  cashbox: { ...paidAdmins, startsOn: 'store.cashbox.index', steps: ['open', 'flows', 'close'] },
  sound: { ...admins, startsOn: 'store.config.index', steps: ['never', 'once', 'always'] },
  printers: {
    ...admins,
    startsOn: 'store.config.index',
    steps: ['service', 'printpoint', 'commander', 'automatic'],
    paidSteps: ['printpoint', 'commander', 'automatic'],
  },
  profile: { ...staff, startsOn: 'store.user.general', steps: ['data', 'notifications', 'password'] },
} as const satisfies Record<string, TourRule>;

export type TourId = keyof typeof tours;
/** A step as `tour.step`, such as `home.menu`. */
export type TourStep = { [T in TourId]: `${T}.${(typeof tours)[T]['steps'][number]}` }[TourId];

export const tourIds = Object.keys(tours).filter((id): id is TourId => id in tours);

/** The tour that opens by itself on wide screens (O-05). */
export const firstTour: TourId = 'home';

export interface TourMember {
  readonly plan: Plan;
  readonly pivot: { readonly role: Role };
}

/** The tours that a member of this store is offered, in the order of the list (O-02 to O-04). */
export const toursFor = ({ plan, pivot }: TourMember, hasGroups: boolean): readonly TourId[] =>
  tourIds.filter((id) => {
    const { adminOnly, paidPlan, needsGroups }: TourRule = tours[id];
    return (!adminOnly || isAdmin(pivot.role)) && (!paidPlan || plan !== 'free') && (needsGroups !== true || hasGroups);
  });

const allSteps: ReadonlySet<string> = new Set(tourIds.flatMap((id) => tours[id].steps.map((step) => `${id}.${step}`)));
const isStep = (name: string): name is TourStep => allSteps.has(name);

/** The steps of a tour on this plan. */
export function stepsOf(id: TourId, plan: Plan): readonly TourStep[] {
  const { steps, paidSteps = [] }: TourRule = tours[id];
  return steps
    .filter((step) => plan !== 'free' || !paidSteps.includes(step))
    .map((step) => `${id}.${step}`)
    .filter(isStep);
}
