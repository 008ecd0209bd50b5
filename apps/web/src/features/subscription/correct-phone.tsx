import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import { validationMessage } from '@app/content/ru/validation'
import type { OwnProgram } from '@app/contracts/subscription'
import { checkPhone, stripPhone } from '@app/domain/quiz/contact'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PhoneField } from '#web/components/phone-field.tsx'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { saveContact } from '#web/lib/save-contact.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

const texts = subscriptionTexts.mend

type CorrectPhoneProps = {
  program: OwnProgram
  /** The buyer's own numbers, which a gift must not use. */
  ownPhones: readonly string[]
}

/**
 * Corrects a program's number before its first message, or when WhatsApp cannot reach it. A program
 * that follows the account changes the account's number.
 */
export function CorrectPhone({ program, ownPhones }: CorrectPhoneProps) {
  const config = useConfig()
  const [phone, setPhone] = useState<string | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const code = checkPhone(phone ?? '')
  const isOwn = program.isGift && code === null && ownPhones.includes(stripPhone(phone ?? ''))
  const isSame = program.unreached && code === null && stripPhone(phone ?? '') === program.phone
  const followsAccount = program.unreached && program.follows
  const save = useMutation({
    mutationFn: async (typed: string) => {
      const given = { phone: stripPhone(typed) }
      if (followsAccount) await saveContact(config, given)
      else await callApi(config, `/program/${program.subscriptionId}/phone`, { method: 'POST', body: given })
    },
    onSuccess: () => setPhone(null),
    // The refresh runs in the background.
    onSettled: (_saved, error, _typed, _result, { client }) => {
      if (isUnreachable(error)) return
      void client.invalidateQueries({ queryKey: queryKeys.subscriptions })
      const userId = signedInId()
      if (userId) void client.invalidateQueries({ queryKey: queryKeys.orders(userId) })
    },
    // A visible error comes at once.
    retry: false,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (phone !== null && code === null && !isOwn && !isSame) save.mutate(phone)
  }

  function open() {
    save.reset()
    setSubmitted(false)
    setPhone(program.phone ?? '')
  }

  const canCorrect = program.canMendPhone || (program.state === 'active' && followsAccount)
  if (!canCorrect && !save.isSuccess) return null
  if (phone === null || !canCorrect) {
    return (
      <div className="grid justify-items-start gap-2">
        {save.isSuccess && <Alert variant="success">{texts.saved}</Alert>}
        {canCorrect && (
          <Button variant={program.unreached ? 'default' : 'outline'} size="sm" onClick={open}>
            {texts.open}
          </Button>
        )}
      </div>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-96 gap-3">
      <PhoneField
        label={program.isGift ? texts.field.gift : texts.field.own}
        hint={hintOf(program)}
        error={isSubmitted && code ? validationMessage(code, { phone, field: 'phone' }) : undefined}
        value={phone}
        onChange={setPhone}
      />
      {isOwn && <Alert variant="waiting">{texts.ownNumber}</Alert>}
      {isSubmitted && isSame && <Alert variant="waiting">{texts.sameNumber}</Alert>}
      {save.isError && !isOwn && <Alert variant="error">{problemOf(save.error, program)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={save.isPending}>
          {texts.submit}
        </Button>
        <Button variant="outline" size="sm" onClick={() => setPhone(null)}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

function hintOf({ unreached, follows }: OwnProgram): string | undefined {
  if (!unreached) return texts.hint
  return follows ? texts.hintAccount : undefined
}

/** Explains a refusal; a gift's number is refused only for being one's own. */
function problemOf(error: unknown, { isGift }: OwnProgram): string {
  if (!(error instanceof ApiError) || error.code === 'unreachable') return networkErrorText
  return error.code === 'invalid_input' && isGift ? texts.ownNumber : apiErrorTexts[error.code]
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}
