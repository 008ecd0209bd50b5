import { useCallback, useEffect, useState } from 'react'

export type Note = { kind: 'success' | 'error'; text: string }

/** The time that a note stays: the specification's times for a phone update (section 9). */
const shownForMs = { success: 3000, error: 5000 } as const

/** A note that disappears after a while. */
export function usePassingNote() {
  const [note, setNote] = useState<Note | null>(null)
  useEffect(() => {
    if (!note) return
    const timer = setTimeout(() => setNote(null), shownForMs[note.kind])
    return () => clearTimeout(timer)
  }, [note])
  const show = useCallback((kind: Note['kind'], text: string) => setNote({ kind, text }), [])
  return { note, show }
}
