import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { personTexts } from '@app/content/ru/ui/desk/person'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { DeskPerson, DeskPurchase } from '@app/contracts/desk/person'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useMay } from '../desk-context.ts'
import { Action } from '../parts/action.tsx'
import { lastDigitsOf } from '../parts/contact-links.ts'
import { nameOf } from '../parts/name-of.ts'
import { focusHeading } from '../parts/toast-provider.tsx'
import { useShowPerson } from './person-context.ts'
import { refundOrder } from './person-queries.ts'
import { ProgramActions } from './program-actions.tsx'
import { Section } from './section.tsx'

const texts = personTexts.purchases

/** Shows what a person ordered, and the owner's hand on it. */
export function Purchases({ page }: { page: DeskPerson }) {
  return (
    <Section title={texts.title}>
      {page.purchases.length === 0 && <p className="text-label text-ink-soft">{texts.none}</p>}
      {page.purchases.map((purchase) => (
        <Purchase key={purchase.orderId} page={page} purchase={purchase} />
      ))}
    </Section>
  )
}

function Purchase({ page: { person, canMessage }, purchase }: { page: DeskPerson; purchase: DeskPurchase }) {
  const config = useConfig()
  const show = useShowPerson()
  const may = useMay()
  const { orderId, invId, product, state, test, chargeTiyn, dueTiyn, program, consultation } = purchase
  const { refundDueTiyn, depositUsedBy, isOwedBack, repeats } = purchase
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          {purchase.isGift
            ? texts.giftTitle(program?.phone ? lastDigitsOf(program.phone) : null)
            : recordWords.product[product]}
          , {formatTenge(chargeTiyn)}
        </h3>
        <Badge variant={state === 'paid' ? 'success' : 'neutral'}>{recordWords.order[state]}</Badge>
        {test && <Badge>{texts.test}</Badge>}
        {dueTiyn > 0 && <Badge variant="waiting">{peopleTexts.due(formatTenge(dueTiyn))}</Badge>}
      </div>
      <p className="text-label text-ink-soft">
        {texts.order(invId)}, {formatMoment(new Date(purchase.paidAt ?? purchase.createdAt))}
      </p>
      {repeats !== null && <Alert variant="waiting">{texts.twice(repeats)}</Alert>}
      {program && (
        <ProgramActions
          key={program.id}
          personId={person.id}
          program={program}
          isPaid={state === 'paid'}
          canMessage={canMessage}
        />
      )}
      {consultation && (
        <p className="flex flex-wrap items-center gap-2 text-label">
          {consultation.startsAt && formatMoment(new Date(consultation.startsAt))}
          <PageLink
            to={`/desk/money/consultations#${orderId}`}
            className={buttonStyle({ variant: consultation.startsAt ? 'outline' : 'default', size: 'sm' })}
          >
            {consultation.startsAt ? texts.rearrange : texts.arrange}
          </PageLink>
        </p>
      )}
      {refundDueTiyn !== null && may('refunds') && (
        <div className="grid gap-2">
          <p className="text-label text-ink-soft">{texts.refundDue(formatTenge(refundDueTiyn))}</p>
          {depositUsedBy !== null && refundDueTiyn > 0 && (
            <Alert variant="waiting">
              {isOwedBack
                ? texts.credited(depositUsedBy, formatTenge(refundDueTiyn))
                : texts.creditedToStranger(depositUsedBy)}
            </Alert>
          )}
          <Action
            name="refund"
            label={texts.refund}
            confirm={{
              text: texts.refundText({
                ...{ product, isGift: purchase.isGift, invId, sum: formatTenge(refundDueTiyn) },
                who: nameOf(person),
              }),
              submit: texts.refund,
            }}
            isGrave
            done={texts.refundMarked}
            run={async () => show(await refundOrder(config, person.id, orderId))}
            onDone={focusHeading}
          />
        </div>
      )}
    </Card>
  )
}
