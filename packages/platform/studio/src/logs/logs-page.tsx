import { useEffect, useState } from 'react'
import type { LoggedRequest } from '../../../src/studio/wire.ts'
import { ask } from '../api/ask.ts'
import { formatInstant } from '../parts/format.ts'
import { Empty, Failure } from '../parts/notice.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { useAsked } from '../parts/use-asked.ts'

const pauseMs = 2000

/** The last requests to the services, the newest first. */
export function LogsPage() {
  const [isFollowing, setFollowing] = useState(true)
  const [words, setWords] = useState('')
  const [log, reload] = useAsked('logs', async () => (await ask<LoggedRequest[]>('GET', 'logs')).body)
  useEffect(() => {
    if (!isFollowing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), pauseMs)
    return () => clearInterval(timer)
  }, [isFollowing, reload])
  const matches = ({ method, route, status }: LoggedRequest) =>
    `${method} ${route ?? 'no route'} ${status}`.toLowerCase().includes(words.toLowerCase())
  const shown = log.value?.filter(matches) ?? []
  return (
    <div className="page">
      <div className="title">
        <h1>Logs</h1>
        <input
          type="search"
          aria-label="Find requests"
          placeholder="Method, route or status"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className="toolbar">
        <label className="check">
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={(event) => setFollowing(event.target.checked)}
          />{' '}
          Follow
        </label>
        <button type="button" onClick={reload}>
          Reload
        </button>
        <span className="quiet">
          In memory, without addresses, queries or keys. What Studio asks is among it.
        </span>
      </div>
      {log.status === 'failed' && <Failure error={log.error} />}
      {log.status === 'ready' && shown.length === 0 && <Empty title="No request yet" />}
      {shown.length > 0 && <LogTable requests={shown} />}
    </div>
  )
}

function LogTable({ requests }: { requests: readonly LoggedRequest[] }) {
  return (
    <Scroller name="Requests">
      <table className="facts">
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">Status</th>
            <th scope="col">Method</th>
            <th scope="col">Route</th>
            <th scope="col" className="number">
              ms
            </th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ at, method, route, status, ms, requestId }) => (
            <tr key={`${requestId} ${at}`}>
              <td>{formatInstant(at)}</td>
              <td className={status >= 400 ? 'warning' : ''}>{status}</td>
              <td>{method}</td>
              <td>
                <code>{route ?? 'no route'}</code>
              </td>
              <td className="number">{ms.toFixed(1)}</td>
              <td className="quiet">{requestId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
