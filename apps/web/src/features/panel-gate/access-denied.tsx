import type { ReactNode } from 'react'
import { Container } from '#web/ui/container.tsx'

/** Explains why a staff page is closed. */
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
