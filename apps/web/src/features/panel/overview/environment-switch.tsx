import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { usePanel } from '../panel-context.ts'

const environments = ['development', 'production'] as const

/** Shows which of the two API bases is asked. */
export function EnvironmentSwitch() {
  const { environment, setEnvironment } = usePanel()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-label font-medium">{panelTexts.status.switchLabel}</legend>
      <div className="grid grid-cols-2 rounded-full border border-line-strong p-1">
        {environments.map((each) => (
          <label
            key={each}
            className="grid min-h-11 place-items-center rounded-full px-3 text-label font-medium text-ink-soft transition-colors has-checked:bg-meadow has-checked:text-on-fill has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-meadow-deep"
          >
            <input
              type="radio"
              name="panel-environment"
              className="sr-only"
              checked={environment === each}
              onChange={() => setEnvironment(each)}
            />
            {names[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
