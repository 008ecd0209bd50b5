import { funnelTexts as texts } from '@app/content/ru/ui/desk/funnel'
import { type Funnel, type FunnelQuery, funnelPeriodDays, type Group } from '@app/contracts/desk/funnel'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { languageName } from './language-name.ts'

type FunnelChoicesProps = {
  chosen: FunnelQuery
  figures: Funnel
  onChange: (change: Partial<FunnelQuery>) => void
}

/** Shows which visits are counted: since when, from where, in which language. */
export function FunnelFilters({ chosen, figures, onChange }: FunnelChoicesProps) {
  return (
    <div className="grid max-w-[46rem] gap-3 sm:grid-cols-3">
      <Field label={texts.period}>
        {(control) => (
          <Select
            {...control}
            size="sm"
            value={chosen.days}
            onChange={({ target }) =>
              onChange({
                days: funnelPeriodDays.find((days) => String(days) === target.value) ?? chosen.days,
              })
            }
          >
            {funnelPeriodDays.map((days) => (
              <option key={days} value={days}>
                {texts.periods[days]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <WordChoice
        label={texts.source}
        chosen={chosen.source}
        groups={figures.bySource}
        onChange={(source) => onChange({ source })}
      />
      <WordChoice
        label={texts.language}
        chosen={chosen.language}
        groups={figures.byLanguage}
        nameOf={languageName}
        onChange={(language) => onChange({ language })}
      />
    </div>
  )
}

type WordChoiceProps = {
  label: string
  chosen: string | undefined
  groups: readonly Group[]
  nameOf?: (word: string) => string
  onChange: (word: string | undefined) => void
}

function WordChoice({ label, chosen, groups, nameOf = (word) => word, onChange }: WordChoiceProps) {
  const words = groups.map(({ name }) => name ?? '-')
  // A chosen value stays in the list without visits.
  const all = chosen && !words.includes(chosen) ? [chosen, ...words] : words
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          size="sm"
          value={chosen ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">{texts.any}</option>
          {all.map((word) => (
            <option key={word} value={word}>
              {word === '-' ? texts.none : nameOf(word)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
