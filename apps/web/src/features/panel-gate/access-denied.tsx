import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'

/** A page of the staff's for whoever is not let in: why, and what they can do. */
export function AccessDenied({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <Container className="grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <h1 className="headline text-title">{title}</h1>
      <p className="max-w-[34rem] text-lg text-ink-soft">{text}</p>
      {children}
    </Container>
  )
}
