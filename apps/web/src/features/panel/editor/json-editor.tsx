import { pagePart } from '#web/lib/page/lazy-part.tsx'

export type JsonEditorProps = {
  label: string
  value: string
  onChange: (text: string) => void
}

/** A small code editor for JSON that shows errors where they are; in a script of its own. */
export const jsonEditor = pagePart<JsonEditorProps>(() => import('./code-editor.tsx'))
