import { funnelTexts as texts } from '@app/content/ru/ui/desk/funnel'
import { isTooFew, share } from '@app/domain/desk/funnel'

/** A part of a whole in percent; of too few, that they are. */
export function ShareOf({ part, whole }: { part: number; whole: number }) {
  const percent = share(part, whole)
  if (percent === null) return '—'
  if (isTooFew(whole)) return <span className="text-ink-soft">{texts.tooFew}</span>
  return texts.percent(percent)
}
