import { personTexts } from '@app/content/ru/ui/desk/person'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { DeskPurchase, ProgramAction } from '@app/contracts/desk/person'
import { shownProgramState } from '@app/domain/desk/people'
import { programDays } from '@app/domain/orders/products'
import { skippedDays } from '@app/domain/subscriptions/daily-plan'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Action } from '../parts/action.tsx'
import { Choice } from '../parts/choice.tsx'
import { useShowPerson } from './person-context.ts'
import { steerProgram } from './person-queries.ts'

const texts = personTexts.purchases

type ProgramActionsProps = {
  personId: string
  program: NonNullable<DeskPurchase['program']>
  isPaid: boolean
  canMessage: boolean
}

/** Shows how far a program is, and what moves it. */
export function ProgramActions({ personId, program, isPaid, canMessage }: ProgramActionsProps) {
  const config = useConfig()
  const show = useShowPerson()
  const shown = shownProgramState(program)
  const [day, setDay] = useState(Math.min(program.day + 1, programDays))
  const steer = (action: ProgramAction) => async () =>
    show(await steerProgram(config, personId, program.id, action))
  // A waiting or stopped program sends nothing.
  const moves = shown !== 'waits' && shown !== 'stopped'
  // The plan skips an unreachable number, but a manual attempt is possible.
  const begins = moves && shown !== 'unreached'
  const days = Array.from({ length: programDays }, (_, index) => index + 1)
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 text-label">
        <span>
          {texts.day(program.sent.length)}
          {isPaid && program.state === 'active' && `, ${texts.next(program.day + 1)}`}
        </span>
        <Badge variant={shown !== 'active' && program.state === 'active' ? 'waiting' : 'neutral'}>
          {recordWords.program[shown]}
        </Badge>
      </p>
      <p className="text-label">
        {program.phone ? texts.writesTo(formatPhone(program.phone)) : texts.noPhone}
      </p>
      {shown === 'waits' && <p className="text-label text-ink-soft">{texts.waits}</p>}
      {shown === 'stopped' && <p className="text-label text-ink-soft">{texts.stopped}</p>}
      {shown === 'unreached' && <p className="text-label text-ink-soft">{texts.unreached}</p>}
      {isPaid && program.state === 'active' && begins && (
        <p className="text-[0.8125rem] text-ink-soft">{texts.when}</p>
      )}
      {isPaid && shown !== 'stopped' && (
        <div className="flex flex-wrap items-end gap-2">
          {program.state === 'active' && (
            <Action
              name="pause"
              label={program.paused ? texts.resume : texts.pause}
              run={steer({ action: program.paused ? 'resume' : 'pause' })}
            />
          )}
          {moves && (
            <Choice
              label={texts.from}
              value={String(day)}
              options={days.map((each) => [String(each), texts.dayOption(each)])}
              onChoose={(value) => setDay(Number(value))}
            />
          )}
          {begins && (
            <Action
              key={`begin-${day}`}
              name="begin"
              label={texts.begin}
              confirm={{
                text: texts.beginText(
                  day,
                  skippedDays(program.sent, day).map(personTexts.timeline.dayOf).join(', '),
                  program.sent.some((each) => each >= day),
                ),
              }}
              done={texts.begun(day)}
              run={steer({ action: 'begin', day })}
            />
          )}
          {moves && canMessage && !program.stopped && (
            <Action
              key={`repeat-${day}`}
              name="repeat"
              label={texts.repeat(day, program.sent.includes(day))}
              confirm={{
                text: texts.repeatText(day, program.phone && formatPhone(program.phone), program.paused),
                submit: texts.repeatSubmit,
              }}
              done={texts.repeated}
              invalid={texts.unreachable}
              run={steer({ action: 'repeat', day })}
            />
          )}
        </div>
      )}
    </div>
  )
}
