import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { kindOf, savedKey } from '@app/domain/panel/custom-test'
import type { SavedTest } from '@app/domain/panel/test-schema'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { EndpointLine } from '../cards/endpoint-line.tsx'

const texts = panelTexts.custom

type SavedListProps = {
  saved: readonly SavedTest[]
  onLoad: (test: SavedTest) => void
  onRemove: (test: SavedTest) => void
  /** Rendered below the list. */
  children?: ReactNode
}

/** Saved configurations: load one into its form, or delete it. */
export function SavedList({ saved, onLoad, onRemove, children }: SavedListProps) {
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.saved}</CardTitle>
      {saved.length === 0 && <p className="text-label text-ink-soft">{texts.noneSaved}</p>}
      <ul className="grid gap-3 empty:hidden">
        {saved.map((each) => (
          <li
            key={savedKey(each)}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3"
          >
            <div className="grid min-w-0 grow gap-0.5">
              <span className="font-medium break-words">{each.name}</span>
              <span className="text-label text-ink-soft">{texts.kinds[kindOf(each)]}</span>
              <EndpointLine method={each.test.method} endpoint={each.test.endpoint} />
            </div>
            <div className="flex gap-2">
              <Button size="sm" variant="outline" onClick={() => onLoad(each)}>
                {names.load}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={texts.remove(texts.kinds[kindOf(each)], each.name)}
                onClick={() => onRemove(each)}
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  )
}
