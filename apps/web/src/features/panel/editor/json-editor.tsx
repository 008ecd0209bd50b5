import { pagePart } from '#web/lib/page/lazy-part.tsx'
import type { JsonEditorProps } from './json-editor-props.ts'

/** A small code editor for JSON that shows errors where they are; in a script of its own. */
export const jsonEditor = pagePart<JsonEditorProps>(() => import('./code-editor.tsx'))
