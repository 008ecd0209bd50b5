import { lazyPart } from '#web/lib/lazy-part.ts'

export type JsonEditorProps = {
  label: string
  value: string
  onChange: (text: string) => void
}

/** A small code editor for JSON that shows errors where they are; in a script of its own. */
export const jsonEditor = lazyPart<JsonEditorProps>(() => import('./code-editor.tsx'))
