import { Suspense } from 'react'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { jsonEditor } from './json-editor.tsx'
import type { JsonEditorProps } from './json-editor-props.ts'

/** The editor with its label and a placeholder. */
export function PayloadEditor(props: JsonEditorProps) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-label font-medium">
        {props.label}
      </span>
      <Suspense fallback={<EditorPlace label={props.label} />}>
        <LazyPart part={jsonEditor} props={props} />
      </Suspense>
    </div>
  )
}

function EditorPlace({ label }: { label: string }) {
  return (
    <div className="grid min-h-16 place-items-center rounded-xl border border-line-strong bg-card">
      <Spinner label={label} />
    </div>
  )
}
