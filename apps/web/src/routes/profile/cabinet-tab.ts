/** The parts of the cabinet, in their order. */
export const cabinetTabs = ['program', 'result', 'account'] as const
export type CabinetTab = (typeof cabinetTabs)[number]

/** The tabs of the sections that links point to. */
const tabBySection: Readonly<Record<string, CabinetTab>> = {
  '#program': 'program',
  '#pricing-section': 'result',
  '#consents': 'account',
  '#account-deletion': 'account',
}

type Address = { search: string; hash: string }

/** The tab an address names: by one of its sections, else by `?tab=`; null when it names none. */
export function tabOfAddress({ search, hash }: Address): CabinetTab | null {
  const named = new URLSearchParams(search).get('tab')
  return tabBySection[hash] ?? cabinetTabs.find((tab) => tab === named) ?? null
}
