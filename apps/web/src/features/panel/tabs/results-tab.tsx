import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { exportFileName, exportResults } from '@app/domain/panel/export-results'
import { countModified } from '@app/domain/panel/panel-state'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultBox } from '../cards/result-box.tsx'
import { usePanel } from '../panel-context.ts'

const texts = panelTexts.results

/** All results since the panel was opened, newest first. */
export function ResultsTab() {
  const { state, dispatch, environment, apiUrl } = usePanel()
  const modified = countModified(state)

  function exportAll() {
    if (state.results.length === 0) return window.alert(panelErrorTexts.nothingToExport)
    const now = new Date()
    saveFile(exportFileName(now), exportResults(state, { now, environment, apiUrl }))
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Count label={texts.count} count={state.results.length} />
        <Count label={texts.modified} count={modified} />
        <div className="flex flex-wrap gap-2 lg:ml-auto">
          <Button
            size="sm"
            variant="outline"
            disabled={state.results.length === 0}
            onClick={() => dispatch({ type: 'cleared' })}
          >
            {names.clearAll}
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabled={modified === 0}
            onClick={() => dispatch({ type: 'all_reset' })}
          >
            {names.resetAll}
          </Button>
          <Button size="sm" onClick={exportAll}>
            {names.export}
          </Button>
        </div>
      </div>
      {state.results.length === 0 && (
        <p
          lang="en"
          className="rounded-card border border-dashed border-line-strong px-5 py-12 text-center text-ink-soft"
        >
          {names.noResults}
        </p>
      )}
      <ol className="grid gap-4">
        {state.results.map((result) => (
          <li key={`${result.timestamp} ${result.test}`} className="grid gap-1.5">
            <span className="font-medium">{result.name}</span>
            <ResultBox result={result} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-label text-ink-soft">{label}</span>
      <b className="headline text-2xl tabular-nums">{count}</b>
    </p>
  )
}
