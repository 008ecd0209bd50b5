import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import { useLocation, useNavigate } from 'react-router'
import { useMay } from '../desk-context.ts'
import { Chips } from '../parts/chips.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { Consultations } from './consultations.tsx'
import { Orders } from './orders.tsx'
import { Registry } from './registry.tsx'
import { Sums } from './sums.tsx'

const tabs = ['sums', 'orders', 'consultations', 'registry'] as const
const views = { sums: Sums, orders: Orders, consultations: Consultations, registry: Registry }

/**
 * Shows what was paid, for what, when consultations take place, and whether the provider says the
 * same.
 */
export function Money() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const may = useMay()
  const tab = tabs.find((each) => pathname.endsWith(`/${each}`)) ?? 'sums'
  const View = views[tab]
  return (
    <DeskPage title={texts.title}>
      <Chips
        label={texts.tabsLabel}
        chosen={tab}
        options={tabs.filter(() => may('money')).map((value) => ({ value, text: texts.tabs[value] }))}
        onChoose={(value) => void navigate(value === 'sums' ? '/desk/money' : `/desk/money/${value}`)}
      />
      <View />
    </DeskPage>
  )
}
