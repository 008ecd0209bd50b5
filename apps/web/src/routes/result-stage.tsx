import { quizTexts } from '@app/content/ru/ui/quiz'
import { Activity, Component, type ReactNode, Suspense, useRef, useState } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { measureUnseen, unseen } from '#web/lib/page/measure-unseen.ts'

export const homeResult = pagePart(() => import('./home-result.tsx'))

/** A result, made ready behind the last question while its contact is typed, where there is none before it to be looked back from. */
export function ResultStage({ finished, isShown }: { finished: FinishedAttempt; isShown: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const [measure] = useState(() => () => {
    if (host.current) measureUnseen(host.current)
  })
  return (
    <div ref={host} className={isShown ? '' : unseen}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Suspense fallback={isShown && <PageLoading late={quizTexts.late} />}>
          <Postponing isShown={isShown}>
            <LazyPart part={homeResult} props={{ finished, isShown, onDrawn: measure }} />
          </Postponing>
        </Suspense>
      </Activity>
    </div>
  )
}

type PostponingProps = { isShown: boolean; children: ReactNode }

/** Keeps an error to itself until what has it is shown: a result that cannot be made ready takes nobody's contact away. */
class Postponing extends Component<PostponingProps, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (this.props.isShown) throw failure.error
    return null
  }
}
