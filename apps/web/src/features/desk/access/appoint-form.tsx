import { accessTexts } from '@app/content/ru/ui/desk/access'
import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { validationMessage } from '@app/content/ru/validation'
import { type GivenRole, givenRoles } from '@app/contracts/desk/staff'
import { checkEmail } from '@app/domain/quiz/contact'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FreshProof } from '#web/components/second-factor/fresh-proof.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { needsSecondFactor } from '../parts/needs-second-factor.ts'
import { refusalText } from '../parts/query-result.tsx'
import { appoint } from './staff-queries.ts'

const texts = accessTexts.appoint

/** Gives the account of an address a role. */
export function AppointForm() {
  const config = useConfig()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GivenRole>('assistant')
  const appointment = useMutation({
    mutationKey: ['desk', 'appoint'],
    mutationFn: () => appoint(config, { email, role }),
    onSuccess: (members) => queries.setQueryData(queryKeys.staff, members),
  })
  const needsProof = needsSecondFactor(appointment.error)
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = checkEmail(email)

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!problem) appointment.mutate()
  }

  return (
    <Card className="grid max-w-[46rem] gap-4">
      <div>
        <CardTitle>{texts.title}</CardTitle>
        <p className="mt-1 text-label text-ink-soft">{texts.text}</p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Field
          label={texts.email}
          error={isSubmitted && problem ? validationMessage(problem, { field: 'email' }) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => {
                appointment.reset()
                setSubmitted(false)
                setEmail(event.target.value)
              }}
            />
          )}
        </Field>
        <Field label={texts.role}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={({ target }) => setRole(givenRoles.find((each) => each === target.value) ?? role)}
            >
              {givenRoles.map((each) => (
                <option key={each} value={each}>
                  {deskTexts.roles[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <p className="text-label text-ink-soft sm:col-span-2">{accessTexts.rights[role]}</p>
        {!needsProof && (
          <Button
            type="submit"
            className="justify-self-start"
            disabled={email.trim() === ''}
            busy={appointment.isPending}
          >
            {texts.submit}
          </Button>
        )}
      </form>
      {needsProof && (
        <FreshProof submit={texts.submit} onShown={appointment.mutate} onKept={appointment.reset} />
      )}
      {appointment.isSuccess && <Alert>{texts.done(email.trim())}</Alert>}
      {appointment.error && !needsProof && <Alert variant="error">{refusal(appointment.error)}</Alert>}
    </Card>
  )
}

function refusal(error: Error): string {
  const isRefused = error instanceof ApiError && error.code === 'invalid_input'
  return isRefused ? texts.refused : refusalText(error)
}
