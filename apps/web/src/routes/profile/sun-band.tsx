import type { ReactNode } from 'react'
import { SunIllustration } from '#web/features/result/sun-illustration.tsx'
import { cn } from '#web/lib/cn.ts'
import { Container } from '#web/ui/container.tsx'

type SunBandProps = {
  isTall?: boolean
  /** Below the cabinet's own heading, rather than at the top of the page. */
  isInCabinet?: boolean
  children: ReactNode
}

/** The band a result begins with, for screens that have none: the same sun, the same place for the headline. */
export function SunBand({ isTall = false, isInCabinet = false, children }: SunBandProps) {
  return (
    <div className={cn('bg-amber-soft/55', !isInCabinet && '-mt-(--header-height) pt-(--header-height)')}>
      <div
        className={cn('relative overflow-hidden', isTall && 'flex min-h-[calc(100svh-var(--header-height))]')}
      >
        <SunIllustration className="absolute right-0 -bottom-0.5 w-64 max-w-[60%] sm:w-96 lg:w-[34rem]" />
        <Container className="relative pb-44 sm:pb-52 lg:pb-10">{children}</Container>
      </div>
    </div>
  )
}
