import { todayTexts as texts } from '@app/content/ru/ui/desk/today'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Action } from '../parts/action.tsx'

/** Accepts a quarantined lead. */
export function AcceptLead({ trappedId, name }: { trappedId: string; name: string }) {
  const config = useConfig()
  const queries = useQueryClient()
  return (
    <div className="px-2 pb-2">
      <Action
        name="lead_accept"
        label={
          <>
            {texts.accept}
            <span className="sr-only">: {name}</span>
          </>
        }
        done={texts.accepted}
        run={() => callApi(config, `/desk/trapped/${trappedId}/accept`, { method: 'POST' })}
        onDone={() => void queries.invalidateQueries({ queryKey: queryKeys.today })}
      />
    </div>
  )
}
