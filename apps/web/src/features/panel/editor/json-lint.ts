import { parseJson } from '@app/domain/panel/json'
import { syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Marks the JSON error in an editor at its place. An empty editor is fine. */
export function lintJson({ state }: EditorView): Diagnostic[] {
  const text = state.doc.toString()
  if (text.trim() === '') return []
  const reading = parseJson(text)
  if (reading.outcome === 'read') return []
  const from = errorPositionOf(reading.message, state)
  return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: reading.message }]
}

/** Engines name a position only sometimes; the editor's own parser always knows one. */
function errorPositionOf(message: string, state: EditorState): number {
  const named = /at position (\d+)/.exec(message)?.[1]
  if (named !== undefined) return Math.min(Number(named), Math.max(0, state.doc.length - 1))
  let place = Math.max(0, state.doc.toString().trimEnd().length - 1)
  let isFound = false
  syntaxTree(state).iterate({
    enter: ({ type, from }) => {
      if (isFound || !type.isError) return
      isFound = true
      place = Math.min(from, place)
    },
  })
  return place
}
