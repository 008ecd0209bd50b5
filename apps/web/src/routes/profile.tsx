import { profileTexts } from '@app/content/ru/ui/profile'
import { Suspense, useEffect } from 'react'
import { NoScriptNote } from '#web/components/no-script-note.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { profileSource } from '#web/features/profile/profile-source.ts'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import { useCanUndoRestart } from '#web/features/quiz/store/use-quiz.ts'
import { profileViewed } from '#web/lib/analytics/page-events.ts'
import { useIsInBrowser } from '#web/lib/page/hydration.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { useSession } from '#web/lib/session/session.ts'
import { quizDialog, useQuizDialog } from './profile/use-quiz-dialog.ts'
import { VisitorProfile } from './profile/visitor-profile.tsx'

/** Results come in scripts of their own, which a visitor reads and signs in without. */
const ownProfile = pagePart(() => import('./profile/own-profile.tsx'))
const sharedProfile = pagePart(() => import('./profile/shared-profile.tsx'))

let isFirstPage = true

/** The cabinet: the address's result, the user's own, or an offer to sign in. */
export default function ProfileRoute() {
  usePageMeta({ title: profileTexts.title })
  const [params] = useSearchParams()
  const source = profileSource(params)
  const isInBrowser = useIsInBrowser()

  useEffect(() => {
    // A visitor sees their page before the script is there, and may have read on.
    const isVisitor = document.documentElement.dataset.personal === undefined
    if (isFirstPage && !isVisitor && !location.hash) window.scrollTo(0, 0)
    isFirstPage = false
  }, [])

  useEffect(() => profileViewed(source.kind), [source.kind])

  if (!isInBrowser || source.kind === 'latest') return <Cabinet />
  return (
    <Suspense fallback={<PageLoading />}>
      <LazyPart part={sharedProfile} props={{ source }} />
    </Suspense>
  )
}

/** The cabinet of the signed-in user or of a visitor, with the quiz that opens over it. */
function Cabinet() {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.person : null
  const quiz = useQuizDialog(person?.id)
  const isWiped = useCanUndoRestart()
  const isInBrowser = useIsInBrowser()
  useEffect(
    () =>
      whenIdle(() => {
        ownProfile.preload()
        quizDialog.preload()
      }),
    [],
  )

  const { finished } = quiz
  return (
    <>
      {person || finished ? (
        <Suspense fallback={<ProfileLoading />}>
          <LazyPart part={ownProfile} props={{ person, finished, onTakeTest: quiz.open }} />
        </Suspense>
      ) : (
        <>
          {!isInBrowser && (
            <>
              <NoScriptNote />
              <div className="not-in-data-personal:hidden noscript:hidden">
                <PageLoading />
              </div>
            </>
          )}
          <div className={isInBrowser ? undefined : 'in-data-personal:hidden noscript:hidden'}>
            <VisitorProfile testStatus={quiz.status} onTakeTest={quiz.open} />
          </div>
        </>
      )}
      <Suspense>
        {isWiped && quiz.status !== 'open' && (
          <LazyPart part={undoNote} props={{ onUndo: quiz.undoRestart }} />
        )}
      </Suspense>
      {quiz.status === 'open' && (
        <Suspense>
          <LazyPart part={quizDialog} props={{ onClose: quiz.close, onFinished: quiz.finish }} />
        </Suspense>
      )}
    </>
  )
}
