import { importTexts } from '@app/content/ru/ui/desk/imports'
import { formatMoment } from '@app/content/ru/writing/date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Action } from '../parts/action.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { importsQuery, undoImport } from './import-queries.ts'

const texts = importTexts.list

/** All that was imported, each to be undone as a whole. */
export function ImportList() {
  const config = useConfig()
  const queries = useQueryClient()
  const imports = useQuery(importsQuery(config))
  const refresh = () =>
    void Promise.all(
      [queryKeys.imports, queryKeys.people, queryKeys.persons, queryKeys.peopleChoices].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  return (
    <section aria-labelledby="imports" className="grid gap-3">
      <h2 id="imports" className="headline text-xl">
        {texts.title}
      </h2>
      <QueryResult query={imports}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-label text-ink-soft">{texts.empty}</p>
          ) : (
            <ul className="grid gap-3">
              {all.map(({ id, label, at, contacts, kept, joined, isUndone }) => (
                <li key={id} className="grid gap-2 rounded-card border border-line bg-card p-4">
                  <p className="font-medium wrap-anywhere">{label}</p>
                  <p className="text-label text-ink-soft">
                    {formatMoment(new Date(at))}
                    {' · '}
                    {isUndone ? texts.undone(kept) : texts.counts(kept, contacts, joined)}
                  </p>
                  {/* Undoing that was broken off is gone on with. */}
                  {(!isUndone || kept > 0) && (
                    <Action
                      name="undo-import"
                      label={isUndone ? texts.undoRest : texts.undo}
                      confirm={{ text: texts.undoText, submit: texts.undoSubmit }}
                      isGrave
                      done={texts.undoneNow}
                      run={() => undoImport(config, id)}
                      onDone={refresh}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  )
}
