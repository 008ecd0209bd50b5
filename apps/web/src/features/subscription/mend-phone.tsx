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
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

const texts = subscriptionTexts.mend

/** Lets the buyer mend the number that one program goes to, as long as nothing has gone there. */
export function MendPhone({ program }: { program: OwnProgram }) {
  const config = useConfig()
  const [phone, setPhone] = useState<string | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const code = checkPhone(phone ?? '')
  const save = useMutation({
    mutationFn: (typed: string) =>
      callApi(config, `/program/${program.subscriptionId}/phone`, {
        method: 'POST',
        body: { phone: stripPhone(typed) },
      }),
    onSuccess: () => setPhone(null),
    onSettled: (_saved, _error, _typed, _result, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.subscriptions }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (phone !== null && code === null) save.mutate(phone)
  }

  function open() {
    save.reset()
    setSubmitted(false)
    setPhone(program.phone ?? '')
  }

  if (phone === null) {
    return (
      <div className="grid justify-items-start gap-2">
        {save.isSuccess && <Alert variant="success">{texts.saved}</Alert>}
        <Button variant="outline" size="sm" onClick={open}>
          {texts.open}
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-96 gap-3">
      <PhoneField
        label={texts.field}
        hint={texts.hint}
        error={isSubmitted && code ? validationMessage(code, { phone }) : undefined}
        value={phone}
        onChange={setPhone}
      />
      {save.isError && <Alert variant="error">{problemOf(save.error)}</Alert>}
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

function problemOf(error: unknown): string {
  return error instanceof ApiError && error.code !== 'unreachable'
    ? apiErrorTexts[error.code]
    : networkErrorText
}
