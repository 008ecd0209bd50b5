import { progress, type QuizState } from '@app/domain/quiz/machine'
import { type CSSProperties, Suspense } from 'react'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { sceneAt } from './scene-at.ts'
import { SceneFrame } from './scene-frame.tsx'
import { laterScene } from './steps/later-steps.ts'

/**
 * Draws the landscape of a chapter, in which the sun rises with every step: below the answers on a phone, on the panel of a wide screen. It stays
 * while the steps change.
 */
export function QuizScene({ quiz }: { quiz: QuizState }) {
  const name = sceneAt(quiz.stepId)
  return (
    <div
      aria-hidden="true"
      data-scene={name}
      className="quiz-scene"
      style={{ '--rise': progress(quiz).percent / 100 } as CSSProperties}
    >
      <span className="scene-sun" />
      {name === 'dawn' ? (
        <Dawn />
      ) : (
        <Suspense>
          <LazyPart key={name} part={laterScene} props={{ name }} />
        </Suspense>
      )}
    </div>
  )
}

/** First light over the steppe. */
function Dawn() {
  return (
    <SceneFrame>
      <path d="M0 204 44 162l34 28 50-62 52 62 36-24 58 36 60-16 66 20V300H0Z" fill="var(--scene-1)" />
      <path d="m128 128 18 22-9 1-7 10-8-8-10 4Z" fill="var(--scene-light)" />
      <path d="M0 214c70-18 150-14 220-2 70 12 130 2 180-12V300H0Z" fill="var(--scene-2)" />
      <path d="M0 236c80-18 170-10 240 4 64 12 116 4 160-10V300H0Z" fill="var(--scene-3)" />
      <path d="M0 268c90-22 190-16 270-4 56 8 96 4 130-4V300H0Z" fill="var(--scene-4)" />
      <path
        d="M52 300q6-46 26-74M80 300q6-34 22-56M330 300q4-38 20-66M352 300q4-26 16-44M306 300q4-26 14-42"
        stroke="var(--scene-2)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M78 226q30-26 56-6-30-10-56 6ZM102 244q24-20 44-3-22-8-44 3ZM350 234q22-22 46-6-24-7-46 6ZM320 258q18-16 34-4-18-5-34 4Z"
        fill="var(--scene-light)"
      />
    </SceneFrame>
  )
}
