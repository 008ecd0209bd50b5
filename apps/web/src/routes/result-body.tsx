import { resultText } from '@app/content/ru/results'
import { todaysStep } from '@app/content/ru/todays-step'
import { profileTexts } from '@app/content/ru/ui/profile'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import { offeredProducts, offerStyles } from '@app/domain/orders/offered'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { toneOf } from '@app/domain/result/claims'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import type { QuizResult } from '@app/domain/result/result'
import type { ReactNode } from 'react'
import { ChecklistBlock } from '#web/features/checklist/checklist-block.tsx'
import { TodaysTick } from '#web/features/checklist/todays-tick.tsx'
import { AdviceList } from '#web/features/result/advice-list.tsx'
import { CategoryExtras } from '#web/features/result/category-extras.tsx'
import { FirstSteps } from '#web/features/result/first-steps.tsx'
import { Meaning } from '#web/features/result/meaning.tsx'
import { ProgramBar } from '#web/features/result/program-bar.tsx'
import { Reasons } from '#web/features/result/reasons.tsx'
import { ResultFold } from '#web/features/result/result-fold.tsx'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Offers, type OffersProps } from './offers.tsx'

type ResultBodyProps = Omit<OffersProps, 'answers' | 'result'> & {
  result: QuizResult
  answers: QuizAnswers
  /** Came by the page's address, so that the reader's own words may be anybody's. */
  isAddressed?: boolean | undefined
  /** The subcategory has no texts, so A1's are shown. */
  isFallback?: boolean | undefined
  /** Folded parts of the page that shows this result, before its own. */
  folds?: ReactNode
}

/** A result below its headline: why, what to do today, the offers; and all that one reads on, folded. */
export function ResultBody(props: ResultBodyProps) {
  const { result, answers, isAddressed = false, isFallback = false, folds, ...offers } = props
  const { recommendations, complaintAdvice } = resultText(result, answers, { quotesWords: !isAddressed })
  const isAfterDoctor = hasMedicalRedFlags(answers)
  const complaints = complaintAdvice.length > 0 && (
    <ResultFold title={texts.complaintAdvice} isOpen={isAfterDoctor}>
      <AdviceList advice={complaintAdvice} />
    </ResultFold>
  )
  return (
    <>
      <Reasons result={result} answers={answers} />
      {/* Complaints send to a doctor, so they come first. */}
      {isAfterDoctor && complaints}
      <Steps
        result={result}
        answers={answers}
        isFallback={isFallback}
        resultToken={offers.buyer.resultToken}
      />
      <Offers answers={answers} result={result} {...offers} />
      {folds}
      <ResultFold title={texts.extras}>
        <CategoryExtras result={result} answers={answers} />
      </ResultFold>
      <ResultFold
        title={texts.meaning}
        isOpen={isFallback}
        note={isFallback && <Unavailable {...profileTexts.unavailable.subcategory} />}
      >
        <Meaning result={result} answers={answers} />
      </ResultFold>
      <ResultFold title={texts.recommendations}>
        <AdviceList advice={recommendations} />
      </ResultFold>
      {!isAfterDoctor && complaints}
      <OwnProgramBar result={result} answers={answers} latest={offers.latest} owned={offers.owned} />
    </>
  )
}

type StepsProps = Pick<ResultBodyProps, 'result' | 'answers' | 'isFallback'> & {
  resultToken: string | undefined
}

/** The first steps: today's, which is ticked off here, with the checklist beside it; and what follows. */
function Steps({ result, answers, isFallback, resultToken }: StepsProps) {
  const today = todaysStep(result, answers)
  const [, ...later] = resultText(result, answers).nextSteps
  return (
    <ResultSection
      title={texts.firstSteps}
      note={isFallback && <Unavailable {...profileTexts.unavailable.nextSteps} />}
    >
      <div className="grid gap-4 xl:grid-cols-2 xl:has-[details[open]]:items-start">
        {today && <TodaysTick subcategory={result.subCategory} today={today} />}
        <ChecklistBlock subcategory={result.subCategory} answers={answers} resultToken={resultToken} />
      </div>
      <div className="mt-5 -mb-6 lg:-mb-14">
        <ResultFold title={texts.laterSteps}>
          <FirstSteps steps={later} />
        </ResultFold>
      </div>
    </ResultSection>
  )
}

/** The way to the program, for whom it is offered as loudly as that. */
function OwnProgramBar({
  answers,
  result,
  latest,
  owned,
}: Pick<ResultBodyProps, 'answers' | 'result' | 'latest' | 'owned'>) {
  const { whatsapp, payments } = useConfig()
  // A reader without complaints needs no offer above the rest.
  const isWell = toneOf(result.mainCategory, answers) === 'well'
  const isOffered = offeredProducts({ answers, latest, owned }).includes('subscription')
  const { isQuiet } = offerStyles({ answers, latest }).subscription
  return whatsapp && payments && isOffered && !isQuiet && !isWell && <ProgramBar />
}

/** Says that what stands here is A1's, because the content for the stored subcategory is missing. */
function Unavailable({ text, original }: { text: string; original: string }) {
  return (
    <>
      {text} <span lang="en">{original}</span>
    </>
  )
}
