import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** The page's colours. Sixteen pixels on a phone, so that iOS does not zoom in. */
export const codeEditorTheme = [
  EditorView.theme({
    '&': {
      border: '1px solid var(--color-line-strong)',
      borderRadius: '0.75rem',
      backgroundColor: 'var(--color-card)',
      color: 'var(--color-ink)',
      overflow: 'hidden',
    },
    '&.cm-focused': { outline: '2px solid var(--color-meadow-deep)', outlineOffset: '1px' },
    '.cm-scroller': {
      fontFamily: mono,
      fontSize: 'max(0.875rem, min(1rem, 4vw))',
      lineHeight: '1.5',
      maxHeight: '20rem',
    },
    '.cm-content': { padding: '0.625rem 0', minHeight: '2.75rem' },
    '.cm-line': { padding: '0 0.75rem' },
    '.cm-gutters': { backgroundColor: 'transparent', border: 'none' },
    '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
      backgroundColor: 'var(--color-mist-deep)',
    },
    '.cm-tooltip': {
      border: '1px solid var(--color-line-strong)',
      borderRadius: '0.5rem',
      backgroundColor: 'var(--color-card)',
    },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--color-danger)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--color-meadow-deep)' },
      { tag: tags.string, color: 'var(--color-amber-deep)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-danger)' },
    ]),
  ),
]
