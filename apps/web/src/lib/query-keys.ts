/**
 * The keys of all that is asked of the server. The first word is what a change makes stale together. Errors are told by
 * the first two, so that whose data it is comes third at the earliest.
 */
export const queryKeys = {
  leads: ['leads'],
  latestLead: (userId: string) => ['leads', 'latest', userId],
  attempts: (userId: string) => ['leads', 'all', userId],
  sharedResult: (token: string) => ['results', 'shared', token],
  subscriptions: ['subscription'],
  subscription: (userId: string) => ['subscription', 'newest', userId],
  consents: (userId: string) => ['consents', 'list', userId],
  prices: (userId: string | null) => ['payment', 'prices', userId],
  orders: (userId: string) => ['payment', 'orders', userId],
  paymentStatus: (invId: number, userId: string | null) => ['payment', 'status', invId, userId],
  panelSession: (userId: string) => ['panel', 'session', userId],
  staff: ['desk', 'staff'],
  today: ['desk', 'today'],
  pulse: ['desk', 'pulse'],
  funnel: (query: object) => ['desk', 'funnel', query],
  deskSession: (userId: string) => ['desk', 'session', userId],
  people: ['desk', 'people'],
  peopleFound: (look: object) => ['desk', 'people', look],
  peopleChoices: ['desk', 'people-choices'],
  person: (id: string) => ['desk', 'person', id],
  talks: ['desk', 'talks'],
  talksShown: (show: string) => ['desk', 'talks', show],
  money: (query: object) => ['desk', 'money', query],
  moneyOrders: (query: object) => ['desk', 'money-orders', query],
  consultations: ['desk', 'consultations'],
  factors: ['second-factor', 'list'],
  factorsOf: (userId: string | null) => ['second-factor', 'list', userId],
  enrolment: ['second-factor', 'enrolment'],
} as const
