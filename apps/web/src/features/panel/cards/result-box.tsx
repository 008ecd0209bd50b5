import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { formatJson } from '@app/domain/panel/json'
import type { TestResult } from '@app/domain/panel/test-schema'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'

const texts = panelTexts.test

/** Shows a test's outcome, message, time, error and answer. */
export function ResultBox({ result, className }: { result: TestResult; className?: string }) {
  const { success, message, timestamp, error, data } = result
  return (
    <div
      role="status"
      className={cn(
        'grid gap-2 rounded-xl border px-4 py-3 text-label',
        success ? 'border-meadow/40 bg-mist' : 'border-danger/40 bg-danger-soft',
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={success ? 'success' : 'error'}>{success ? names.success : names.failed}</Badge>
        <time dateTime={timestamp} className="ml-auto text-ink-soft tabular-nums">
          <span className="sr-only">{texts.time} </span>
          {new Date(timestamp).toLocaleTimeString('ru-RU')}
        </time>
      </div>
      <p className="min-w-0 break-words">{message}</p>
      {error && (
        <p className="text-danger">
          <span className="sr-only">{texts.error}: </span>
          {error}
        </p>
      )}
      {data !== undefined && (
        <details>
          <summary className="min-h-11 content-center text-ink-soft">{texts.details}</summary>
          <pre className="max-h-96 overflow-auto rounded-lg bg-card p-3 font-mono text-[0.8125rem] leading-normal break-words whitespace-pre-wrap">
            {formatJson(data)}
          </pre>
        </details>
      )}
    </div>
  )
}
