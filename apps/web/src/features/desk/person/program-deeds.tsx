import { personTexts } from '@app/content/ru/ui/desk/person'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { DeskPurchase, ProgramDeed } from '@app/contracts/desk/person'
import { shownProgramState } from '@app/domain/desk/people'
import { programDays } from '@app/domain/orders/products'
import { skippedDays } from '@app/domain/subscriptions/daily-plan'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Choice } from '../parts/choice.tsx'
import { Deed } from '../parts/deed.tsx'
import { useShowPerson } from './person-context.ts'
import { steerProgram } from './person-queries.ts'

const texts = personTexts.purchases

type ProgramDeedsProps = {
  personId: string
  program: NonNullable<DeskPurchase['program']>
  isPaid: boolean
  canMessage: boolean
}

/** How far a program is, and what moves it. */
export function ProgramDeeds({ personId, program, isPaid, canMessage }: ProgramDeedsProps) {
  const config = useConfig()
  const show = useShowPerson()
  const shown = shownProgramState(program)
  const [day, setDay] = useState(Math.min(program.day + 1, programDays))
  const steer = (deed: ProgramDeed) => async () =>
    show(await steerProgram(config, personId, program.id, deed))
  // Of one that waits its turn no day comes, and one that was stopped is sent nothing.
  const moves = shown !== 'waits' && shown !== 'stopped'
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
      {isPaid && program.state === 'active' && moves && (
        <p className="text-[0.8125rem] text-ink-soft">{texts.when}</p>
      )}
      {isPaid && shown !== 'stopped' && (
        <div className="flex flex-wrap items-end gap-2">
          {program.state === 'active' && (
            <Deed
              name="pause"
              label={program.paused ? texts.resume : texts.pause}
              run={steer({ deed: program.paused ? 'resume' : 'pause' })}
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
          {moves && (
            <Deed
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
              run={steer({ deed: 'begin', day })}
            />
          )}
          {moves && canMessage && !program.stopped && (
            <Deed
              key={`repeat-${day}`}
              name="repeat"
              label={texts.repeat(day, program.sent.includes(day))}
              confirm={{
                text: texts.repeatText(day, program.phone && formatPhone(program.phone), program.paused),
                submit: texts.repeatSubmit,
              }}
              done={texts.repeated}
              invalid={texts.unreachable}
              run={steer({ deed: 'repeat', day })}
            />
          )}
        </div>
      )}
    </div>
  )
}
