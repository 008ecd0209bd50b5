import type { ReactNode } from 'react'
import { CardTitle } from '#web/ui/card.tsx'

type AccountPartProps = { id?: string; title: string; text: string; children: ReactNode }

/** An action with its title, text and button. */
export function AccountPart({ id, title, text, children }: AccountPartProps) {
  return (
    <div id={id} className="flex scroll-mt-24 flex-col items-start gap-3">
      <CardTitle>{title}</CardTitle>
      <p className="text-label text-ink-soft">{text}</p>
      <div className="mt-auto grid justify-items-start gap-3">{children}</div>
    </div>
  )
}
