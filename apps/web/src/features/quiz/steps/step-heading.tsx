import { type ReactNode, useEffect, useRef } from 'react'

/** The question. Takes the focus when the visitor comes to it from another step, so that it is read out. */
export function StepHeading({ id, children }: { id: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isInStep = heading.current?.closest('form')?.contains(document.activeElement)
    if (!isInStep) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} id={id} tabIndex={-1} className="headline text-question">
      {children}
    </h1>
  )
}
