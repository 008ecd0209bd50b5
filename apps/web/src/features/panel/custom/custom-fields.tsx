import { panelTexts } from '@app/content/ru/ui/panel'
import type { CustomDraft } from '@app/domain/panel/custom-test'
import type { Ref } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { PayloadEditor } from '../editor/payload-editor.tsx'

const texts = panelTexts.custom

type CustomFieldsProps = {
  draft: CustomDraft
  onChange: (changes: Partial<CustomDraft>) => void
  methods: readonly CustomDraft['method'][]
  payloadLabel: string
  ref: Ref<HTMLInputElement>
}

/** The fields: endpoint, method, payload, name. */
export function CustomFields({ draft, onChange, methods, payloadLabel, ref }: CustomFieldsProps) {
  const { endpoint, method, name, text } = draft
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_9rem]">
        <Field label={texts.endpoint} hint={texts.endpointHint}>
          {(control) => (
            <Input
              {...control}
              ref={ref}
              value={endpoint}
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => onChange({ endpoint: event.target.value })}
            />
          )}
        </Field>
        <Field label={texts.method}>
          {(control) => (
            <Select
              {...control}
              value={method}
              onChange={(event) => {
                const chosen = methods.find((known) => known === event.target.value)
                if (chosen) onChange({ method: chosen })
              }}
            >
              {methods.map((known) => (
                <option key={known}>{known}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <PayloadEditor
        label={payloadLabel}
        value={text}
        onChange={(typed) => {
          if (typed !== text) onChange({ text: typed })
        }}
      />
      <Field label={`${texts.name}, ${texts.optional}`} hint={texts.nameHint}>
        {(control) => (
          <Input {...control} value={name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
    </>
  )
}
