import type { ReactNode } from 'react'
import { Refusal } from '../api/ask.ts'

/** What an answer that says no says: its code, its words, and what they mean here. */
export function Failure({ error, children }: { error: unknown; children?: ReactNode }) {
  const refusal = error instanceof Refusal ? error : null
  return (
    <div className="notice refused" role="alert">
      <p>
        {refusal && <code>{refusal.code}</code>} {error instanceof Error ? error.message : String(error)}
      </p>
      {refusal?.details && <p className="quiet">{refusal.details}</p>}
      {refusal?.hint && <p className="quiet">{refusal.hint}</p>}
      {children}
    </div>
  )
}

/** What came of an action. */
export function Done({ children, isNothing = false }: { children: ReactNode; isNothing?: boolean }) {
  return (
    <div className={isNothing ? 'notice nothing' : 'notice done'} role="status">
      {children}
    </div>
  )
}

/** Where there is nothing to show, and why. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
