import { checklistMessages } from '@app/content/ru/errors'
import { accountTexts } from '@app/content/ru/ui/account'
import { validationMessage } from '@app/content/ru/validation'
import { displayPhone } from '@app/domain/auth/display-name'
import { checkName, checkPhone, stripPhone } from '@app/domain/quiz/contact'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PhoneField } from '#web/components/phone-field.tsx'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type AccountContact, saveContact } from '#web/lib/save-contact.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { usePassingNote } from '#web/lib/use-passing-note.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const texts = accountTexts.contact

type ContactFormProps = {
  person: Person
  /** The phone for an account without one. */
  subscriptionPhone: string | null
}

/** The name the product calls the user by, and the phone its messages go to. */
export function ContactForm({ person, subscriptionPhone }: ContactFormProps) {
  const config = useConfig()
  const stored = storedContact(person, subscriptionPhone)
  // Typed values over stored ones, which may change while the form is open.
  const [typed, setTyped] = useState<Partial<AccountContact>>({})
  const shown = { ...stored, ...typed }
  const [isSubmitted, setSubmitted] = useState(false)
  const { note, show } = usePassingNote()
  const save = useMutation({
    mutationKey: ['account', 'contact'],
    mutationFn: (changes: Partial<AccountContact>) => saveContact(config, changes),
    onSuccess: (_saved, { phone }) =>
      show('success', phone === undefined ? texts.nameSaved : checklistMessages.phoneUpdated),
    onError: (_error, { phone }) =>
      show('error', phone === undefined ? texts.nameNotSaved : checklistMessages.phoneUpdateFailed),
    onSettled: (_saved, _error, _changes, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.leads }),
        client.invalidateQueries({ queryKey: queryKeys.subscriptions }),
      ]),
  })

  // An account made by a code alone has neither name nor phone until its owner gives them, and may
  // be given one without the other.
  const nameCode = shown.name === '' && stored.name === '' ? null : checkName(shown.name)
  const phoneCode = shown.phone === '' && stored.phone === '' ? null : checkPhone(shown.phone)
  const changes = changesOf(stored, shown)

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (nameCode || phoneCode || !changes) return
    formSubmitted('contact')
    save.mutate(changes)
  }

  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field
          label={texts.name}
          error={isSubmitted && nameCode ? validationMessage(nameCode, { field: 'name' }) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="name"
              value={shown.name}
              onChange={(event) => setTyped({ ...typed, name: event.target.value })}
            />
          )}
        </Field>
        <PhoneField
          label={texts.phone}
          hint={texts.phoneHint}
          error={
            isSubmitted && phoneCode
              ? validationMessage(phoneCode, { phone: shown.phone, field: 'phone' })
              : undefined
          }
          required={stored.phone !== ''}
          value={shown.phone}
          onChange={(phone) => setTyped({ ...typed, phone })}
        />
        {note && <Alert variant={note.kind}>{note.text}</Alert>}
        <Button type="submit" variant="outline" disabled={!changes} busy={save.isPending}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}

function storedContact(person: Person, subscriptionPhone: string | null): AccountContact {
  const { name, full_name } = person.user_metadata ?? {}
  return { name: name ?? full_name ?? '', phone: displayPhone(person) ?? subscriptionPhone ?? '' }
}

/** Returns the changed fields (specification, section 5); null without changes. */
function changesOf(stored: AccountContact, typed: AccountContact): Partial<AccountContact> | null {
  const name = typed.name.trim()
  const phone = stripPhone(typed.phone)
  const changes = {
    ...(name !== stored.name && { name }),
    ...(phone !== stripPhone(stored.phone) && { phone }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}
