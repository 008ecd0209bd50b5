import { authErrorText } from '@app/content/ru/auth-errors'
import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmRemoval } from '#web/components/confirm-removal.tsx'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { forgetEnrolment } from '#web/lib/session/enrolment.ts'
import { type Factor, removeFactor } from '#web/lib/session/second-factor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FactorEnrolment } from './enrolment.tsx'
import { nameOf } from './factor-code-form.tsx'
import { FreshProof } from './fresh-proof.tsx'
import { KnownFactors } from './known-factors.tsx'

const texts = secondFactorTexts.factors

/**
 * Lists a staff member's authenticator apps. Another can be added, and all but the last removed.
 */
export function FactorsSection() {
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const stop = () => {
    forgetEnrolment()
    setAdding(false)
  }
  const reload = () => queries.invalidateQueries({ queryKey: queryKeys.factors })

  return (
    <section id="factors" aria-labelledby="factors-title" className="grid min-w-0 scroll-mt-24 gap-4">
      <div>
        <h2 id="factors-title" className="headline text-2xl">
          {texts.title}
        </h2>
        <p className="mt-1 text-ink-soft">{texts.text}</p>
      </div>
      <KnownFactors>
        {(factors) => (
          <Card className="grid gap-4">
            <ul className="grid gap-4">
              {factors.map((factor, at) => (
                <FactorLine
                  key={factor.id}
                  factor={factor}
                  name={nameOf(factor, at)}
                  isLast={factors.length === 1}
                  onRemoved={reload}
                />
              ))}
            </ul>
            {factors.length === 1 && <p className="text-label text-ink-soft">{texts.last}</p>}
          </Card>
        )}
      </KnownFactors>
      {isAdding ? (
        <Card>
          <FactorEnrolment
            onAdded={() => {
              setAdding(false)
              void reload()
            }}
            whenStale={(retry) => <FreshProof submit={texts.add} onShown={retry} onKept={stop} />}
          >
            <Button variant="outline" onClick={stop}>
              {texts.cancel}
            </Button>
          </FactorEnrolment>
        </Card>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
    </section>
  )
}

type FactorLineProps = { factor: Factor; name: string; isLast: boolean; onRemoved: () => void }

function FactorLine({ factor, name, isLast, onRemoved }: FactorLineProps) {
  const config = useConfig()
  const [status, setStatus] = useState<'idle' | 'asking' | 'removing' | 'proving'>('idle')
  const [problem, setProblem] = useState<string | null>(null)

  async function remove() {
    setStatus('removing')
    setProblem(null)
    const refusal = await removeFactor(config, factor.id)
    if (refusal?.code === 'reauthentication_needed') return setStatus('proving')
    setStatus('idle')
    setProblem(refusal && authErrorText(refusal))
    if (!refusal) onRemoved()
  }

  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{name}</span>
        {!isLast && status === 'idle' && (
          <Button variant="outline" size="sm" onClick={() => setStatus('asking')}>
            {texts.remove}
          </Button>
        )}
        {(status === 'asking' || status === 'removing') && (
          <ConfirmRemoval
            texts={texts}
            isRemoving={status === 'removing'}
            onKeep={() => setStatus('idle')}
            onRemove={remove}
          />
        )}
      </div>
      {status === 'proving' && (
        <FreshProof
          submit={texts.confirmRemove}
          onShown={() => void remove()}
          onKept={() => setStatus('idle')}
        />
      )}
      {problem && <Alert variant="error">{problem}</Alert>}
    </li>
  )
}
