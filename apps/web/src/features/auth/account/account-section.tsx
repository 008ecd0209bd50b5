import { accountTexts as texts } from '@app/content/ru/ui/account'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Card } from '#web/ui/card.tsx'
import type { ConsentCircumstances } from '../consents/consent-status.ts'
import { ConsentsCard } from '../consents/consents-card.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { ContactForm } from './contact-form.tsx'
import { DataDownload } from './data-download.tsx'
import { LeaveEverywhere } from './leave-everywhere.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsCard } from './sessions-card.tsx'

type AccountSectionProps = {
  person: Person
  /** The program's phone, for an account without one. */
  subscriptionPhone: string | null
  /** The number of messages that account deletion would cancel. */
  messagesLeft: number
  /** The numbers of orders for paid consultations that were not held. */
  consultations: readonly number[]
  circumstances: ConsentCircumstances
}

/** The account's settings. */
export function AccountSection({
  person,
  subscriptionPhone,
  messagesLeft,
  consultations,
  circumstances,
}: AccountSectionProps) {
  return (
    <section aria-labelledby="account-title" className="pt-3 pb-9 lg:pb-14">
      <h2 id="account-title" className="headline text-[1.625rem] leading-tight">
        {texts.title}
      </h2>
      {person.email && <p className="mt-2 text-label text-ink-soft">{texts.signedInAs(person.email)}</p>}
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
        <ContactForm key={person.id} person={person} subscriptionPhone={subscriptionPhone} />
        <PasswordForm />
        <SessionsCard />
        <ConsentsCard userId={person.id} circumstances={circumstances} />
        <Card className="grid gap-7 lg:col-span-2 lg:grid-cols-3">
          <DataDownload />
          <LeaveEverywhere />
          <AccountDeletion person={person} messagesLeft={messagesLeft} consultations={consultations} />
        </Card>
      </div>
    </section>
  )
}
