import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'

/** Tells a user why a staff page is closed and what to do. */
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
