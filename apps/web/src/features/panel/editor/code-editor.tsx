import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { codeEditorTheme } from './code-editor-theme.ts'
import type { JsonEditorProps } from './json-editor-props.ts'
import { lintJson } from './json-lint.ts'

/** CodeMirror with as little as JSON needs. The Tab key leaves it, as it leaves any other field. */
export default function CodeEditor({ label, value, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const changed = useEffectEvent(onChange)
  const initial = useRef(value)

  useEffect(() => {
    if (!place.current) return
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: initial.current,
        extensions: [
          json(),
          linter(lintJson, { delay: 200 }),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          codeEditorTheme,
        ],
      }),
    })
    editor.current = view
    return () => {
      // A tab that is opened again starts from what was typed, not from what it first held.
      initial.current = view.state.doc.toString()
      view.destroy()
      editor.current = null
    }
  }, [label])

  useEffect(() => {
    const view = editor.current
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  return <div ref={place} />
}
