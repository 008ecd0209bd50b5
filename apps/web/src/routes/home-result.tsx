import { resultTexts } from '@app/content/ru/ui/result'
import { classifyResult } from '@app/domain/result/result'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useBuyer } from '#web/features/payment/use-buyer.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { startOver } from '#web/features/quiz/store/quiz-end.ts'
import { Disclaimer } from '#web/features/result/disclaimer.tsx'
import { ResultHeader } from '#web/features/result/result-header.tsx'
import { focusResultTitle } from '#web/features/result/result-title.ts'
import { SaveNote } from '#web/features/result/save-note.tsx'
import { useConfig } from '#web/lib/config.ts'
import { useDelivery } from '#web/lib/outbox/page-outbox.ts'
import { useScrollRestoration } from '#web/lib/page/use-scroll-restoration.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { ResultBody } from './result-body.tsx'
import { useResultTapGuard } from './use-result-tap-guard.ts'

type HomeResultProps = { finished: FinishedAttempt }

/** The result at the end of the quiz, computed offline. */
export default function HomeResult(props: HomeResultProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ResultOf {...props} />
    </QueryClientProvider>
  )
}

function ResultOf({ finished }: HomeResultProps) {
  const { attemptId, answers, name } = finished
  const { apiUrl } = useConfig()
  const delivery = useDelivery(apiUrl, attemptId)
  const session = useSession()
  const person = session.status === 'signed-in' ? session.person : null
  const result = useMemo(() => classifyResult(answers), [answers])
  const resultToken = delivery?.status === 'saved' ? delivery.resultToken : undefined
  const buyer = useBuyer(result.subCategory, { resultToken, attemptId })

  // Before the browser restores the scroll position.
  useLayoutEffect(() => {
    // The section that the address names scrolls itself into view.
    if (!location.hash) window.scrollTo(0, 0)
    focusResultTitle()
  }, [])
  useScrollRestoration()
  const guardTaps = useResultTapGuard()

  return (
    <div data-subcategory={result.subCategory} className="min-h-svh" onClickCapture={guardTaps}>
      <ResultHeader result={result} answers={answers} name={name}>
        {delivery && (
          <SaveNote delivery={delivery} attemptId={attemptId} person={person}>
            <PageLink to="/profile" className="font-medium underline underline-offset-4">
              {resultTexts.saving.toProfile}
            </PageLink>
          </SaveNote>
        )}
      </ResultHeader>
      <Container>
        <ResultBody result={result} answers={answers} name={name} buyer={buyer} source="home-result" />
        <Disclaimer />
        <div className="grid justify-items-start gap-2 border-t border-line py-7 print:hidden">
          <Button variant="outline" onClick={startOver}>
            {resultTexts.restart}
          </Button>
          <p className="text-sm text-ink-soft">{resultTexts.restartNote}</p>
        </div>
      </Container>
    </div>
  )
}
